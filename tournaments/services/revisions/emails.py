"""Telling those concerned what an organiser has revised."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from notifications.services.limits import caused_by
from tournaments import panel_queries, staff_queries
from tournaments.models import Division, Entrant, Revision, Tournament
from tournaments.services.emails.news import notify_news
from tournaments.services.revisions import terms
from tournaments.services.tables.engine_words import why_unpaired
from tournaments.services.wording import withdrawal_words


def is_worth_an_email(names: Iterable[str]) -> bool:
    """Whether any of these terms matters enough for an e-mail."""
    return any(terms.TERMS[name].told for name in names)


def get_recipients(tournament: Tournament, by: Player) -> list[Player]:
    """Return the recipients: entrants, the waiting list, referees, other organisers."""
    own = Entrant.objects.exclude(status=Entrant.Status.WITHDRAWN).filter(
        tournament=tournament, player__closed_at=None
    )
    own = own.exclude(player__kind=Player.Kind.BOT)
    found = {each.player_id: each.player for each in own.select_related("player__user")}
    found |= {each.pk: each for each in panel_queries.referees(tournament)}
    found |= {each.pk: each for each in staff_queries.organisers_of(tournament)}
    found.pop(by.pk, None)
    return list(found.values())


def notify_revised(revision: Revision, *, now: datetime) -> None:
    """Notify entrants and referees of the changes that matter to them."""
    if not is_worth_an_email(revision.after):
        return
    tournament = revision.tournament
    for player in get_recipients(tournament, revision.by):

        def content(reader: Player = player) -> dict[str, object]:
            with timezone.override(reader.zone):
                changed = [
                    _("%(label)s: %(before)s → %(after)s") % row._asdict()
                    for row in terms.rows(revision.before, revision.after)
                ]
            words = {"name": isolated(tournament.title), "player": isolated(revision.by.name)}
            return {
                "headline": _("%(name)s: what has changed") % words,
                "paragraphs": [_("Changed by %(player)s:") % words, *changed],
            }

        with caused_by(revision.by):
            notify_news(tournament, player, f"revised_{revision.pk}", content, now)


def notify_removed(line: Revision, *, now: datetime) -> None:
    """Notify an entrant that they were removed, by whom and why."""
    tournament, player = line.tournament, line.about
    assert player is not None

    def content() -> dict[str, object]:
        words = {"name": isolated(tournament.title), "by": isolated(line.by.name)}
        lines = [
            _("%(by)s has removed you from the tournament.") % words,
            _("Reason: %(reason)s") % {"reason": line.reason},
        ]
        if tournament.is_running:
            by_teams = tournament.event_format.by_teams
            kept = [] if by_teams else [withdrawal_words(tournament)]
            resigned = _("Your running matches there are resigned.")
            appeal = _(
                "If you disagree, you can call a referee on the page of one of your matches."
            )
            lines.append(" ".join([resigned, *kept, appeal]))
        return {"headline": _("%(name)s: you were removed") % words, "paragraphs": lines}

    with caused_by(line.by):
        notify_news(tournament, player, f"removed_{line.pk}", content, now)


def notify_entered(line: Revision, entrant: Entrant, *, now: datetime) -> None:
    """Notify somebody that an organiser has entered them again, and how to leave."""
    tournament, player = line.tournament, entrant.player

    def content() -> dict[str, object]:
        words = {"name": isolated(tournament.title), "by": isolated(line.by.name)}
        waits = entrant.status == Entrant.Status.WAITING
        place = _("You are on the waiting list.") if waits else _("You have a place.")
        leave = _("If you do not want to play, withdraw on the page of the tournament.")
        return {
            "headline": _("%(name)s: you are entered again") % words,
            "paragraphs": [_("%(by)s has entered you again.") % words, place, leave],
            "row": ["entry", tournament.pk, entrant.status],
        }

    with caused_by(line.by):
        notify_news(tournament, player, f"entered_{line.pk}", content, now)


def notify_further(line: Revision, readers: Iterable[Player], *, now: datetime) -> None:
    """Notify everybody that a finished tournament continues."""
    tournament = line.tournament

    def content() -> dict[str, object]:
        words = {
            "name": isolated(tournament.title),
            "player": isolated(line.by.name),
            "round": line.after["round"],
        }
        return {
            "headline": _("%(name)s goes on with round %(round)s") % words,
            "paragraphs": [
                _(
                    "%(player)s has reopened the tournament. Results and ratings stay as they "
                    "are; places are not final any more."
                )
                % words,
                _(
                    "If you do not want to play on, withdraw on the page of the tournament: what "
                    "you have played counts, and a game of round %(round)s that has begun is lost."
                )
                % words,
            ],
        }

    with caused_by(line.by):
        for player in readers:
            notify_news(tournament, player, f"further_{line.pk}", content, now)


def notify_ended(line: Revision, division: Division, *, now: datetime) -> None:
    """Notify everybody that no further round is played, and why."""
    tournament = line.tournament

    def content() -> dict[str, object]:
        words = {"name": isolated(tournament.title), "player": isolated(line.by.name)}
        return {
            "headline": _("%(name)s: no further round") % words,
            "paragraphs": [
                why_unpaired(division),
                _("%(player)s has decided that the standings are final.") % words,
            ],
        }

    with caused_by(line.by):
        for player in get_recipients(tournament, line.by):
            notify_news(tournament, player, f"ended_{line.pk}", content, now)


def notify_round(line: Revision, readers: Iterable[Player], *, now: datetime) -> None:
    """Notify everybody that a round is cancelled, or takes place after all."""
    tournament, off = line.tournament, line.act == Revision.Act.ROUND_OFF

    def content() -> dict[str, object]:
        words = {
            "name": isolated(tournament.title),
            "player": isolated(line.by.name),
            "round": line.after["round"],
        }
        if off:
            headline = _("%(name)s: round %(round)s is cancelled") % words
            what = _("%(player)s has cancelled round %(round)s. It counts for nobody.") % words
        else:
            headline = _("%(name)s: round %(round)s takes place") % words
            what = _("%(player)s has taken the cancellation back. Pairings stay the same.") % words
        return {"headline": headline, "paragraphs": [what]}

    with caused_by(line.by):
        for player in readers:
            notify_news(tournament, player, f"round_{line.pk}", content, now)
