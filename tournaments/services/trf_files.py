"""Report files of two-seat events, written from rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.services.wording import control_line
from tournaments.models import Division, Entrant, Fixture, Tournament
from tournaments.services.events import event_of, kept_apart
from tournaments.services.pairing import initial_colour
from tournaments.services.tables import rows_of
from tournaments.standings import base, trf


def report(tournament: Tournament, division: Division) -> str:
    """Return one division as a TRF-26 file; what the format cannot say is refused by name."""
    entrants = Entrant.objects.filter(division=division).select_related("player")
    cards = {each.pk: trf.Card(name=each.player.name) for each in entrants}
    unsettled = Fixture.objects.unsettled().filter(round__division=division)
    running = tuple(
        base.Fixture(each.round.number, tuple(seat.entrant_id for seat in each.seats.all()))
        for each in unsettled.select_related("round").prefetch_related("seats")
    )
    event = event_of(tournament, division)
    sheet = trf.Sheet(
        replace(event, results=_one_a_round(event.results, running)),
        cards,
        name=tournament.title,
        start=_day(tournament.started_at),
        end=_day(tournament.finished_at),
        time_control=control_line(tournament.time_control),
        initial=initial_colour(tournament, division),
        running=running,
        forbidden=kept_apart(tournament),
    )
    ranks = {row.entrant: row.rank for row in rows_of(tournament, division)}
    return trf.write(sheet, ranks=ranks)


def _one_a_round(
    results: Sequence[base.Result], running: Sequence[base.Fixture]
) -> tuple[base.Result, ...]:
    """Leave out annulled meetings in whose place a referee has set another one."""
    others = [result for result in results if result.kind is not base.Kind.ANNULLED]
    taken = {(each.round, who) for each in others for who in each.seats}
    taken |= {(each.round, who) for each in running for who in each.seats}
    return tuple(
        result
        for result in results
        if result.kind is not base.Kind.ANNULLED
        or not any((result.round, who) in taken for who in result.seats)
    )


def _day(instant: object) -> str:
    """Return the day of an instant as the format has it, empty for none."""
    return str(instant)[:10].replace("-", "/") if instant else ""
