"""Which e-mail goes to whom in the course of an event; the outbox does the rest.

A context is plain JSON in the reader's own language: ``headline``, ``paragraphs``, instants, and
the address of the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from games.families.leaving import join_names
from games.models import Match
from games.services.emails.links import absolute
from notifications.models import Preference
from notifications.services import outbox
from tournaments.models import Division, Entrant, FixtureSeat, Tournament
from tournaments.services import wording
from tournaments.services.emails import terms
from tournaments.services.tables import finals

Said = Callable[[], dict[str, object]]


def post(
    kind: str, player: Player, key: str, tournament: Tournament, said: Said, now: datetime
) -> None:
    """Put one e-mail into the outbox, composed in the reader's language."""
    if player.address is None:
        return
    with translation.override(player.language):
        context = {
            "tournament": tournament.title,
            "url": absolute(tournament.get_absolute_url()),
            **said(),
        }
    outbox.post(
        kind=kind, player=player, key=key, context=context, now=now, thread=tournament.thread
    )


def tell_open(tournament: Tournament, *, now: datetime) -> None:
    """Tell those who want to hear of new tournaments; never those who did not ask."""
    chosen = Preference.objects.filter(kind="tournament_open", thread="", wanted=True)
    readers = Player.objects.filter(pk__in=chosen.values("player"), closed_at=None)
    for player in readers.select_related("user").exclude(pk=tournament.organiser_id):
        post(
            "tournament_open",
            player,
            f"tournament_open:{tournament.pk}:{player.pk}",
            tournament,
            partial(_open_words, tournament),
            now,
        )


def _open_words(tournament: Tournament) -> dict[str, object]:
    """Say what opens and until when one can enter."""
    return {
        "headline": _("Open for entries: %(name)s") % {"name": tournament.title},
        "paragraphs": [tournament.text] if tournament.text else [],
        "facts": terms.facts(tournament),
        "starts_at": tournament.starts_at.isoformat() if tournament.starts_at else None,
        "rounds_at": tournament.round_dates,
    }


def tell_started(tournament: Tournament, entrants: Sequence[Entrant], *, now: datetime) -> None:
    """Tell the entrants that the season begins and in which division each plays."""
    sizes = Counter(entrant.division_id for entrant in entrants)

    def said(entrant: Entrant) -> dict[str, object]:
        count = sizes[entrant.division_id]
        where = (
            _("You play in %(division)s; ") % {"division": wording.division_name(entrant.division)}
            if tournament.division_size and entrant.division
            else ""
        )
        players = ngettext("%(count)d entrant.", "%(count)d entrants.", count) % {"count": count}
        return {
            "headline": _("%(name)s begins") % {"name": tournament.title},
            "paragraphs": [f"{where}{players}", *terms.what_to_do(tournament)],
            "facts": terms.facts(tournament),
            **terms.deadline(tournament, now),
        }

    for entrant in entrants:
        key = f"tournament_started:{tournament.pk}:{entrant.pk}"
        post("tournament_started", entrant.player, key, tournament, partial(said, entrant), now)


def tell_paired(tournament: Tournament, division: Division, number: int, *, now: datetime) -> None:
    """Tell everybody in a division whom they meet; rounds published at once share an e-mail."""
    seats = (
        FixtureSeat.objects.filter(
            fixture__round__division=division, fixture__round__number__gte=number
        )
        .select_related("entrant__player__user", "fixture__round")
        .order_by("fixture__round__number", "fixture__board", "seat")
    )
    tables: dict[int, list[FixtureSeat]] = {}
    for seat in seats:
        tables.setdefault(seat.fixture_id, []).append(seat)
    lines: dict[int, list[FixtureSeat]] = {}
    for seat in seats:
        lines.setdefault(seat.entrant_id, []).append(seat)
    for entrant_id, own in lines.items():
        _tell_opponents(tournament, number, entrant_id, own, tables, now)


def _tell_opponents(
    tournament: Tournament,
    number: int,
    entrant_id: int,
    own: list[FixtureSeat],
    tables: dict[int, list[FixtureSeat]],
    now: datetime,
) -> None:
    """Tell one entrant whom they meet in which round."""

    def line(seat: FixtureSeat) -> str:
        others = [each for each in tables[seat.fixture_id] if each is not seat]
        names = join_names([each.entrant.player.name for each in others])
        words = names or wording.kind_name(seat.fixture.kind)
        made = seat.fixture.round
        named = {"round": made.number, "opponents": words}
        if made.opens_at <= now:
            return _("Round %(round)d: %(opponents)s") % named
        begins = date_format(made.opens_at.astimezone(seat.entrant.player.zone), "DATE_FORMAT")
        return _("Round %(round)d, from %(begins)s: %(opponents)s") % (named | {"begins": begins})

    def alone(seat: FixtureSeat) -> str:
        others = [each for each in tables[seat.fixture_id] if each is not seat]
        names = join_names([each.entrant.player.name for each in others])
        return _("You play against %(opponents)s.") % {"opponents": names} if names else line(seat)

    def said() -> dict[str, object]:
        made = own[0].fixture.round
        ahead = len(own) == 1 and made.opens_at > now
        return {
            "headline": _("Your opponents in %(name)s") % {"name": tournament.title}
            if len(own) > 1
            else _("Round %(round)d of %(name)s: pairings are out")
            % {"round": number, "name": tournament.title},
            "paragraphs": [line(seat) for seat in own] if len(own) > 1 else [alone(own[0])],
            "starts_at": made.opens_at.isoformat() if ahead else None,
            "closes_at": made.closes_at.isoformat(),
        }

    key = f"round_paired:{tournament.pk}:{own[0].fixture.round_id}:{entrant_id}"
    post("round_paired", own[0].entrant.player, key, tournament, said, now)


def tell_closing(tournament: Tournament, own: Sequence[FixtureSeat], *, now: datetime) -> None:
    """Tell a player that their round ends soon and their match still runs.

    ``own`` are all their seats in rounds that end together: with all rounds at once they have one
    e-mail, not one per round.
    """
    ending, match = own[0].fixture.round, own[0].fixture.match
    page: Tournament | Match | None = tournament if len(own) > 1 else match

    def said() -> dict[str, object]:
        named = {"round": ending.number, "name": tournament.title}
        open_matches = ngettext(
            "Your match is still running. If it is not finished by the end of the round, the "
            "players can make a claim, and a referee decides.",
            "%(count)d of your matches are still running. If one is not finished by the end of "
            "the round, the players can make a claim, and a referee decides.",
            len(own),
        )
        return {
            "headline": _("The rounds of %(name)s end soon") % named
            if len(own) > 1
            else _("Round %(round)d of %(name)s ends soon") % named,
            "paragraphs": [open_matches % {"count": len(own)}],
            "closes_at": ending.closes_at.isoformat(),
            "url": absolute((page or tournament).get_absolute_url()),
        }

    key = f"round_closing:{ending.pk}:{ending.closes_at.isoformat()}:{own[0].entrant_id}"
    post("round_closing", own[0].entrant.player, key, tournament, said, now)


def tell_finished(tournament: Tournament, *, now: datetime) -> None:
    """Tell every entrant how the season ended and where they finished."""
    ending = finals.ending_of(tournament)
    numbered = Entrant.objects.filter(tournament=tournament, number__isnull=False)
    ended = tournament.finished_at or now

    def said(entrant: Entrant) -> dict[str, object]:
        return {
            "headline": _("%(name)s is over") % {"name": tournament.title},
            "paragraphs": finals.final_words(ending, entrant),
        }

    for entrant in numbered.select_related("player__user"):
        key = f"standings:{tournament.pk}:{ended.isoformat()}:{entrant.pk}"
        post("standings", entrant.player, key, tournament, partial(said, entrant), now)
