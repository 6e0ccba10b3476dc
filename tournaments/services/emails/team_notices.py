"""E-mails about teams: founded, joined, complete, withdrawn, season begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import TypeAlias

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from accounts.models import Player
from accounts.naming import isolated
from notifications.models import Message
from notifications.services.headers import absolute_url
from tournaments.models import Entrant, Team, TeamInvitation, Tournament
from tournaments.services import wording
from tournaments.services.emails import answer_links, news, notices, terms

EmailText: TypeAlias = Callable[[], tuple[str, list[str]]]


def notify_about_team(
    team: Team,
    player: Player,
    what: str,
    words: EmailText,
    now: datetime,
    *,
    unless_waiting: bool = False,
    **more: object,
) -> None:
    """E-mail a player about a team.

    ``unless_waiting``: not if an e-mail of this name to the player is still unsent.
    """
    mark = f"team_{what}_{team.pk}_{player.pk}_"
    if unless_waiting and news.lock_waiting(team.tournament, player, mark, now):
        return

    def content() -> dict[str, object]:
        headline, paragraphs = words()
        url = absolute_url(team.get_absolute_url()) if team.pk else ""
        told: dict[str, object] = {"headline": headline, "paragraphs": paragraphs, **more}
        told["facts"] = [[_("Tournament:"), team.tournament.title]]
        return {"url": url} | told if url else told

    news.notify_news(team.tournament, player, f"{mark}{now.isoformat()}", content, now)


def _playing_members(team: Team) -> list[Player]:
    members = Entrant.objects.playing().filter(team=team).select_related("player__user")
    return [entrant.player for entrant in members]


def _notify_members(team: Team, what: str, words: EmailText, now: datetime) -> None:
    for player in _playing_members(team):
        notify_about_team(team, player, what, words, now)


def notify_founded(team: Team, *, accepted: bool = False, now: datetime) -> None:
    """E-mail the captain the link by which others join; ``accepted``: after an organiser's
    approval.
    """
    words = partial(_founded, team, accepted)
    row = ["founded", team.pk, accepted]
    notify_about_team(team, team.captain, "founded", words, now, join=_join_url(team), row=row)


def _join_url(team: Team) -> str:
    return absolute_url(reverse("tournaments:join", args=[team.key]))


def _founded(team: Team, accepted: bool) -> tuple[str, list[str]]:
    tournament = team.tournament
    most, named = tournament.boards + tournament.alternates, {"team": isolated(team.name)}
    own, let_in = _("You have created %(team)s"), _("The organiser has accepted %(team)s")
    waits = team.status == Team.Status.WAITING
    return (let_in if accepted else own) % named, [
        *([_("Your team is on the waiting list.")] if accepted and waits else []),
        ngettext(
            "The team plays on %(count)d board.",
            "The team plays on %(count)d boards.",
            tournament.boards,
        )
        % {"count": tournament.boards},
        _("It can have up to %(most)d players. Anybody with this link can join:") % {"most": most},
    ]


def read_founded(
    message: Message, _now: datetime, pk: int, accepted: bool
) -> dict[str, object] | None:
    """Return the text with the current link; None if nobody can join, or others lead the team."""
    led = Team.objects.select_related("tournament").filter(pk=pk, captain=message.player_id)
    team = led.exclude(status=Team.Status.WITHDRAWN).first()
    if team is None or not team.tournament.is_open:
        return None
    headline, paragraphs = _founded(team, accepted)
    return {"headline": headline, "paragraphs": paragraphs, "join": _join_url(team)}


def notify_invited(team: Team, player: Player, *, now: datetime) -> None:
    """Invite a player: one open e-mail per captain, however many teams that captain founds."""
    what = f"team_invited_by_{team.captain_id}"
    news.ask_once(team.tournament, player, what, partial(_invitation_content, team, player), now)


def _invitation_content(team: Team, player: Player) -> dict[str, object]:
    content = _("%(captain)s would like you to play for %(team)s in %(name)s.")
    names = {
        "captain": isolated(team.captain.name),
        "team": isolated(team.name),
        "name": isolated(team.tournament.title),
    }
    return {
        "headline": _("%(team)s invites you") % {"team": isolated(team.name)},
        "paragraphs": [content % names, terms.how_to_reply()],
        "facts": [[_("Tournament:"), team.tournament.title]],
        "url": answer_links.answer_url(team, player),
        "matter": ["team", team.pk],
        "hint": "invitation",
        "row": ["team_invitation", team.tournament_id, team.pk, team.captain_id],
    }


def read_invitation(
    message: Message, _now: datetime, event: int, team: int, captain: int
) -> dict[str, object] | None:
    """Return the invitation for the captain's latest team; None if no team invites any more."""
    asked = TeamInvitation.objects.filter(
        Q(team=team) | Q(team__captain=captain, team__tournament=event),
        player=message.player_id,
        accepted_at=None,
        declined_at=None,
        team__tournament__status=Tournament.Status.OPEN,
    )
    rows = asked.select_related("team__tournament", "team__captain", "player")
    found = rows.exclude(team__status=Team.Status.WITHDRAWN).order_by("-pk").first()
    return _invitation_content(found.team, found.player) if found is not None else None


def notify_joined(team: Team, player: Player, *, now: datetime) -> None:
    """Notify the captain who has joined, or all members once the team is complete."""
    boards, count = team.tournament.boards, len(_playing_members(team))

    def complete() -> tuple[str, list[str]]:
        headline = _("%(team)s is complete") % {"team": isolated(team.name)}
        line = ngettext(
            "The board is filled.",
            "All %(count)d boards are filled.",
            boards,
        )
        return headline, [line % {"count": boards}]

    if count == boards:
        for each in _playing_members(team):
            notify_about_team(team, each, "complete", complete, now, row=["complete", team.pk])
    elif player.pk != team.captain_id:
        words, what = partial(_joined_text, team, player, count), f"joined_{player.pk}"
        notify_about_team(team, team.captain, what, words, now, row=["joined", team.pk, player.pk])


def _joined_text(team: Team, player: Player, count: int) -> tuple[str, list[str]]:
    names = {"player": isolated(player.name), "team": isolated(team.name)}
    line = ngettext("The team has %(count)d member.", "The team has %(count)d members.", count)
    return _("%(player)s has joined %(team)s") % names, [line % {"count": count}]


def read_joined(
    _message: Message, _now: datetime, pk: int, player: int
) -> dict[str, object] | None:
    """Return the current number of members; None if the new one has left."""
    team = Team.objects.select_related("tournament").get(pk=pk)
    crew = {each.pk: each for each in _playing_members(team)}
    if player not in crew:
        return None
    headline, paragraphs = _joined_text(team, crew[player], len(crew))
    return {"headline": headline, "paragraphs": paragraphs}


def read_complete(message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if a board is empty again or the reader has left."""
    team = Team.objects.select_related("tournament").get(pk=pk)
    crew = [each.pk for each in _playing_members(team)]
    return {} if message.player_id in crew and len(crew) >= team.tournament.boards else None


def notify_removed(team: Team, player: Player, *, now: datetime) -> None:
    """Notify a player that the captain has removed them."""

    def words() -> tuple[str, list[str]]:
        headline = _("You are no longer in %(team)s") % {"team": isolated(team.name)}
        return headline, [_("The captain has removed you. You can join another team.")]

    row = ["entry", team.tournament_id, Entrant.Status.WITHDRAWN.value]
    notify_about_team(team, player, "removed", words, now, row=row)


def notify_new_captain(team: Team, *, now: datetime) -> None:
    def words() -> tuple[str, list[str]]:
        headline = _("You are now the captain of %(team)s") % {"team": isolated(team.name)}
        return headline, [
            _(
                "From now on you choose the substitutes and decide whether the "
                "team enters the next season."
            )
        ]

    notify_about_team(team, team.captain, "captain", words, now, row=["captain", team.pk])


def read_captain(message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if the reader is no longer the captain."""
    led = Team.objects.filter(pk=pk, captain=message.player_id, tournament__finished_at=None)
    return {} if led.exclude(status=Team.Status.WITHDRAWN).exists() else None


def notify_moved_up(team: Team, *, now: datetime) -> None:
    def words() -> tuple[str, list[str]]:
        names = {"team": isolated(team.name), "name": isolated(team.tournament.title)}
        headline = _("%(name)s: %(team)s now has a place") % names
        return headline, [
            _("Another team has withdrawn, so yours has moved up from the waiting list.")
        ]

    for player in _playing_members(team):
        notify_about_team(team, player, "moved_up", words, now, row=["team_place", team.pk])


def read_place(message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return no changes; None if the team has withdrawn or the reader has left it."""
    own = Entrant.objects.playing().filter(team=pk, player=message.player_id)
    own = own.filter(tournament__finished_at=None)
    return {} if own.exclude(team__status=Team.Status.WITHDRAWN).exists() else None


def notify_left_out(team: Team, *, now: datetime) -> None:
    """Notify a team that the season has begun without it."""

    def words() -> tuple[str, list[str]]:
        names = {"team": isolated(team.name), "name": isolated(team.tournament.title)}
        headline = _("%(name)s is starting without %(team)s") % names
        return headline, [_("The team did not have enough players, or all places were taken.")]

    _notify_members(team, "left_out", words, now)


def notify_withdrawn(team: Team, *, now: datetime) -> None:
    def words() -> tuple[str, list[str]]:
        names = {"team": isolated(team.name), "name": isolated(team.tournament.title)}
        headline = _("%(name)s: %(team)s has withdrawn") % names
        lines = [_("Running matches are played to the end and count for the ratings.")]
        return headline, lines if team.tournament.is_running else []

    _notify_members(team, "withdrawn", words, now)


def notify_started(tournament: Tournament, entrant: Entrant, *, now: datetime) -> None:
    """Notify a member that the season begins, and of their team and board."""
    team, rank = entrant.team, entrant.team_rank or 0
    assert team is not None

    def content() -> dict[str, object]:
        names = {"team": isolated(team.name), "board": rank}
        playing = rank <= tournament.boards
        place = (
            _("You play for %(team)s on board %(board)d.")
            if playing
            else _("You are an alternate of %(team)s.")
        )
        missing = (
            _("You may play on another board if somebody above you is missing.")
            if playing
            else _("You play if somebody above you is missing.")
        )
        lines = [place % names, missing]
        if tournament.division_size and team.division is not None:
            lines.insert(0, f"{wording.division_name(team.division)}.")
        if team.captain_id == entrant.player_id:
            words = _(
                "As captain, you can change a line-up on the team page until its round begins."
            )
            lines.append(words)
        return {
            "headline": _("%(name)s begins") % {"name": isolated(tournament.title)},
            "paragraphs": lines,
            "facts": terms.facts(tournament),
            "url": absolute_url(team.get_absolute_url()),
        }

    key = f"tournament_started:{tournament.pk}:{entrant.pk}"
    notices.post("tournament_started", entrant.player, key, tournament, content, now)
