"""E-mails to entrants about published rounds and their opponents."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.families.leaving import join_names
from games.services.wording.time_words import moment_words
from notifications.models import Message
from tournaments.models import Division, Fixture, FixtureSeat, Tournament
from tournaments.services import wording
from tournaments.services.emails.notices import post


def notify_paired(
    tournament: Tournament, division: Division, number: int, *, now: datetime
) -> None:
    """Notify a division of its pairings; rounds published together share an e-mail."""
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
        key = f"round_paired:{tournament.pk}:{own[0].fixture.round_id}:{entrant_id}"
        _notify_opponents(tournament, own, tables, key, now=now)


def notify_seated(tournament: Tournament, fixture: Fixture, *, now: datetime) -> None:
    """Notify the players just seated at a board of a published round."""
    found = FixtureSeat.objects.filter(fixture=fixture).order_by("seat")
    seats = list(found.select_related("entrant__player__user", "fixture__round"))
    for seat in seats:
        at = f"{fixture.round_id}:{seat.entrant_id}:{now.isoformat()}"
        key = f"round_paired:{tournament.pk}:{at}"
        _notify_opponents(tournament, [seat], {fixture.pk: seats}, key, now=now)


def _notify_opponents(
    tournament: Tournament,
    own: list[FixtureSeat],
    tables: dict[int, list[FixtureSeat]],
    key: str,
    *,
    now: datetime,
) -> None:
    said = partial(_opponents_content, tournament, own, tables, now)
    post("round_paired", own[0].entrant.player, key, tournament, said, now)


def _opponents_content(
    tournament: Tournament,
    own: list[FixtureSeat],
    tables: dict[int, list[FixtureSeat]],
    now: datetime,
) -> dict[str, object]:
    def line(seat: FixtureSeat) -> str:
        others = [each for each in tables[seat.fixture_id] if each.pk != seat.pk]
        names = join_names([each.entrant.player.name for each in others])
        if names and len(own) == 1:
            return _("You play against %(opponents)s.") % {"opponents": names}
        words = names or wording.kind_name(seat.fixture.kind)
        made = seat.fixture.round
        named = {"round": made.number, "opponents": words}
        if made.opens_at <= now:
            return _("Round %(round)d: %(opponents)s") % named
        begins = moment_words(made.opens_at, zone=seat.entrant.player.zone)
        return _("Round %(round)d, from %(begins)s: %(opponents)s") % (named | {"begins": begins})

    made = own[0].fixture.round
    ahead = len(own) == 1 and made.opens_at > now
    return {
        "headline": _("%(name)s: your opponents") % {"name": isolated(tournament.title)}
        if len(own) > 1
        else _("%(name)s: the pairings of round %(round)d are out")
        % {"round": made.number, "name": isolated(tournament.title)},
        "paragraphs": [line(seat) for seat in own],
        "starts_at": made.opens_at.isoformat() if ahead else None,
        "closes_at": own[0].fixture.ends_at.isoformat(),
        "row": ["pairing", own[0].entrant_id, *(seat.fixture.round_id for seat in own)],
    }


def read_pairing(
    _message: Message, now: datetime, entrant: int, *rounds: int
) -> dict[str, object] | None:
    """Return the text for the rounds that are not over; None if there are none."""
    found = FixtureSeat.objects.filter(fixture__round__in=rounds, fixture__seats__entrant=entrant)
    found = found.select_related("entrant__player", "entrant__tournament", "fixture__round")
    tables: dict[int, list[FixtureSeat]] = {}
    for seat in found.order_by("fixture__round__number", "fixture__board", "seat"):
        tables.setdefault(seat.fixture_id, []).append(seat)
    open_tables = [table for table in tables.values() if not _is_over(table, now)]
    own = [seat for table in open_tables for seat in table if seat.entrant_id == entrant]
    return _opponents_content(own[0].entrant.tournament, own, tables, now) if own else None


def _is_over(table: list[FixtureSeat], now: datetime) -> bool:
    """Whether nobody plays at this board any more; a bye lasts as long as its round."""
    fixture = table[0].fixture
    played = len(table) > 1 and fixture.is_settled
    return played or fixture.round.cancelled or fixture.ends_at <= now
