"""Everything besides matches that a player can answer, each with its reply address."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Leave, Player
from accounts.naming import isolated
from games import challenge_queries, lobby_queries
from games.models import Challenge
from games.services.challenges.invitations import time_control_text
from games.services.wording import game_words
from games.services.wording.time_words import moment_words
from inbound.services.command_types import Section
from inbound.services.words import format_day
from notifications.addresses import About, Matter, reply_address
from notifications.services.headers import absolute_url
from tournaments import club_queries, queries as event_queries, staff_queries, team_queries
from tournaments.models import Entrant, Tournament
from tournaments.referees.models import Case
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import case_words
from tournaments.services.admission import address_answers, by_address
from tournaments.services.clubs import emails as club_emails
from tournaments.services.revisions import invitation_emails

MAX_PER_KIND = 10
MAX_GAMES = 5


def other_sections(player: Player, now: datetime) -> list[Section]:
    """Return challenges, open games, tournaments, cases and leave, if there are any."""
    return [
        *_challenge_sections(player, now),
        *_invitation_sections(player, now),
        *_tournament_sections(player),
        *_case_sections(player),
        *_leave_sections(player, now),
    ]


def _build_section(title: str, lines: list[str], about: About, player: Player, pk: int) -> Section:
    return Section(title, lines, reply_to=reply_address(Matter(about, player.pk, pk)))


def _challenge_sections(player: Player, now: datetime) -> list[Section]:
    """Return challenges from and to the player, and some open ones."""
    own = list(lobby_queries.open_challenges_of(player, now)[:MAX_PER_KIND])
    asked = {each.pk for each in challenge_queries.challenges_to(player, now)}
    games = challenge_queries.seeks_for(player, now).exclude(challenger=player)
    found = [*own, *games.exclude(pk__in=[each.pk for each in own])[:MAX_GAMES]]
    return [_challenge_section(each, player, asked=each.pk in asked) for each in found]


def _challenge_section(challenge: Challenge, player: Player, *, asked: bool) -> Section:
    names = {"player": isolated(challenge.challenger.name)}
    if challenge.challenger_id == player.pk:
        title, answer = _("Your open challenge"), _("Reply “withdraw” to withdraw it.")
    elif asked:
        title = _("Challenge from %(player)s") % names
        answer = _("Reply “accept” or “decline”.")
    else:
        title, answer = _("Open challenge from %(player)s") % names, _("Reply “accept” to play.")
    options = game_words.options_line(challenge.ruleset, challenge.options)
    game = ", ".join(filter(None, [game_words.ruleset_name(challenge.ruleset), options]))
    lines = [game, time_control_text(challenge), answer]
    return _build_section(title, lines, About.CHALLENGE, player, challenge.pk)


def _invitation_sections(player: Player, now: datetime) -> list[Section]:
    """Return invitations from organisers, clubs and captains."""
    found = [
        (invitation_emails.question(each)[0], About.EVENT_INVITATION, player.pk, each.pk)
        for each in staff_queries.invitations_to(player)
    ]
    found += [
        (by_address.question(each)[0], About.ADDRESS_INVITATION, 0, each.pk)
        for each in address_answers.open_invitations_of(player, now)
    ]
    found += [
        (club_emails.question(each)[0], About.CLUB_INVITATION, player.pk, each.pk)
        for each in club_queries.invitations_to(player)
    ]
    found += [
        (_("%(team)s invites you") % {"team": isolated(each.name)}, About.TEAM, player.pk, each.pk)
        for each in team_queries.all_inviting_teams(player)
    ]
    lines = [_("Reply “accept” or “decline”.")]
    return [
        Section(title, lines, reply_to=reply_address(Matter(about, whose, pk)))
        for title, about, whose, pk in found
    ]


def _tournament_sections(player: Player) -> list[Section]:
    """Return the player's tournaments and those open for entries."""
    status = Tournament.Status
    entries = event_queries.entries_of(player).exclude(status=Entrant.Status.WITHDRAWN)
    own = [
        each.tournament
        for each in entries.filter(tournament__status__in=(status.OPEN, status.RUNNING))
    ]
    opened = event_queries.visible_tournaments(status.OPEN, player)
    free = opened.exclude(pk__in=[each.pk for each in own])[:MAX_PER_KIND]
    entered = [(each, _("You have entered. Reply “withdraw” to leave.")) for each in own]
    offered = [(each, _entry_instructions(each)) for each in free]
    return [_tournament_section(each, answer, player) for each, answer in (*entered, *offered)]


def _entry_instructions(tournament: Tournament) -> str:
    if tournament.event_format.has_teams:
        return _("Teams enter on the site: %(link)s") % {
            "link": absolute_url(tournament.get_absolute_url())
        }
    return _("Open for entries. Reply “enter” to join.")


def _tournament_section(tournament: Tournament, answer: str, player: Player) -> Section:
    lines = [game_words.ruleset_name(tournament.ruleset)] if tournament.ruleset else []
    lines += start_lines(tournament, player)
    title = _("Tournament: %(title)s") % {"title": isolated(tournament.title)}
    return _build_section(title, [*lines, answer], About.TOURNAMENT, player, tournament.pk)


def entry_lines(entrant: Entrant, player: Player) -> list[str]:
    """Return sentences that a player has entered or is on the waiting list, and when it starts."""
    said = _("You have entered “%(title)s”.") % {"title": isolated(entrant.tournament.title)}
    if entrant.status == Entrant.Status.WAITING:
        said = _("All places are taken. You are on the waiting list.")
    return [said, *start_lines(entrant.tournament, player)]


def start_lines(tournament: Tournament, player: Player) -> list[str]:
    """Return when an open tournament starts, [] if unknown."""
    if not tournament.is_open or tournament.starts_at is None:
        return []
    return [f"{_('Starts:')} {moment_words(tournament.starts_at, zone=player.zone)}"]


def _case_sections(player: Player) -> list[Section]:
    """Return cases that are not closed."""
    found = case_queries.cases_of(player).exclude(state=Case.State.CLOSED)[:MAX_PER_KIND]
    sections = []
    for case in found:
        title = _("Case %(case)d: %(kind)s") % {"case": case.pk, "kind": case_words.title_of(case)}
        if case.state == Case.State.DECIDED:
            lines = [_("It has been decided. To appeal, reply “appeal” followed by your reasons.")]
        else:
            lines = [_("Reply “msg” followed by your view.")]
        sections.append(_build_section(title, lines, About.CASE, player, case.pk))
    return sections


def _leave_sections(player: Player, now: datetime) -> list[Section]:
    """Return the booked leave, [] if none."""
    today = now.astimezone(player.zone).date()
    booked = Leave.objects.filter(player=player, cancelled_at=None, last_day__gte=today)
    lines = [
        _("%(first)s to %(last)s")
        % {"first": format_day(each.first_day), "last": format_day(each.last_day)}
        for each in booked
    ]
    return [Section(_("Your leave"), lines)] if lines else []
