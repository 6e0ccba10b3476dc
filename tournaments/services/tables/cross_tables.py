"""The cross table: the meetings of each pair, with points, points over legs and links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import pgettext

from tournaments.division_queries import contents_of
from tournaments.models import Division, Entrant, Fixture
from tournaments.services.wording import format_points, legs_score
from tournaments.standings.base import Event, Kind, System
from tournaments.standings.table import StandingsRow, TableCell, cross_table

Key = tuple[int, frozenset[int]]  # number of a round and the pair


class CrossCell(NamedTuple):
    """A meeting seen from the row: points, points over legs, a letter for its kind, a URL."""

    points: str
    legs: str = ""
    letter: str = ""
    url: str = ""


class CrossLine(NamedTuple):
    """A row of a cross table; ``key`` is the pk of a player or team. Ties share a place, as in the
    table.
    """

    key: int
    place: int
    name: str
    url: str
    cells: Sequence[Sequence[CrossCell]]


def running_letter() -> str:
    """Return the letter of a running meeting."""
    return pgettext("letter in a cross table: running", "r")


def result_letters() -> Mapping[Kind, str]:
    """Return the letters of results without play."""
    return {
        Kind.FORFEIT: pgettext("letter in a cross table: without play", "f"),
        Kind.WITHDRAWN: pgettext("letter in a cross table: withdrawn", "w"),
    }


def cross_of(
    division: Division,
    event: Event,
    ranked: Sequence[StandingsRow],
    entrants: Mapping[int, Entrant],
) -> tuple[CrossLine, ...]:
    """Return the cross table in the order of the table; () for a Swiss, which shows its rounds
    instead.
    """
    if event.system is System.SWISS:
        return ()
    order = [row.entrant for row in ranked]
    fixtures = _fixtures_of(division)
    return tuple(
        CrossLine(
            entrants[pk].player_id,
            place,
            entrants[pk].player.name,
            reverse("games:player", args=[entrants[pk].player_id]),
            [_cells(pk, other, marks, fixtures) for other, marks in zip(order, row, strict=True)],
        )
        for (place, pk, *_rest), row in zip(ranked, cross_table(event, order), strict=True)
    )


def _fixtures_of(division: Division) -> dict[frozenset[int], dict[int, Fixture]]:
    """Return the fixtures by pair, then by round."""
    found: dict[frozenset[int], dict[int, Fixture]] = {}
    for fixture in contents_of(division).fixtures:
        pair = frozenset(seat.entrant_id for seat in fixture.seats.all())
        found.setdefault(pair, {})[fixture.round.number] = fixture
    return found


def _cells(
    row: int,
    column: int,
    marks: Sequence[TableCell],
    fixtures: Mapping[frozenset[int], Mapping[int, Fixture]],
) -> list[CrossCell]:
    """Return the meetings of a pair, running ones last."""
    if row == column:
        return []
    own = fixtures.get(frozenset((row, column)), {})
    settled = [_settled_cell(row, mark, own.get(mark.round)) for mark in marks]
    done = {mark.round for mark in marks}
    going = [
        CrossCell("", letter=running_letter(), url=fixture.match_url)
        for number, fixture in own.items()
        if number not in done and fixture.match and not fixture.is_settled
    ]
    return settled + going


def _settled_cell(row: int, mark: TableCell, fixture: Fixture | None) -> CrossCell:
    """Return the cell of a meeting that counts; a letter marks one without play."""
    letter = result_letters().get(mark.kind, "") if mark.kind else ""
    if fixture is None:
        return CrossCell(format_points(mark.points), letter=letter)
    seats = sorted(fixture.seats.all(), key=lambda seat: seat.entrant_id != row)
    legs = "" if letter else legs_score([seat.points for seat in seats])
    url = fixture.match_url
    return CrossCell(format_points(mark.points), legs, letter, url)
