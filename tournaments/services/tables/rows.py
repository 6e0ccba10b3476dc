"""Rows of a table, of players or teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

from accounts.models import Player
from tournaments.models import Division, Entrant, Team, Tournament
from tournaments.services import wording
from tournaments.services.tables.brackets import seed_of
from tournaments.services.wording import format_points
from tournaments.standings.table import StandingsRow

TieBreakValue = Fraction | int | datetime | None


@dataclass(frozen=True)
class TableRow:
    """One entrant in the table: ``score`` and ``marks`` as numbers, ``points`` and ``values`` as
    text.

    Lists by place alone have no score. ``performance`` is a rating in whole points, None without a
    rated opponent; ``running`` is the number of running matches, or meetings of a team.
    """

    entrant: Entrant | Team
    player: Player | Team
    place: int
    score: Fraction | int | None
    played: int
    marks: tuple[TieBreakValue, ...]
    withdrawn: bool
    moves: str
    is_still_in: bool = False
    performance: int | None = None
    start: Fraction | None = None
    running: int = 0

    @property
    def start_points(self) -> str:
        """The initial points as text."""
        return format_points(self.start)

    @property
    def points(self) -> str:
        """The score as text."""
        return format_points(self.score)

    @property
    def values(self) -> tuple[str, ...]:
        """The tie-break values as text; instants in ISO 8601."""
        return tuple(
            mark.isoformat() if isinstance(mark, datetime) else format_points(mark)
            for mark in self.marks
        )


def build_table(
    tournament: Tournament,
    division: Division,
    order: Sequence[StandingsRow],
    entered: Mapping[int, Entrant] | Mapping[int, Team],
    played: Counter[int],
    performances: Mapping[int, int | None] | None = None,
) -> tuple[tuple[wording.Heading, ...], tuple[TableRow, ...]]:
    """Return headings of the tie-breaks and rows of a table, of players or teams."""
    return tuple(wording.criterion_heading(key) for key in tournament.tie_breaks), tuple(
        replace(
            _row(tournament, division, row, entered[row.entrant], (at, len(order), played)),
            performance=(performances or {}).get(row.entrant),
        )
        for at, row in enumerate(order, 1)
    )


def _row(
    tournament: Tournament,
    division: Division,
    row: StandingsRow,
    entrant: Entrant | Team,
    where: tuple[int, int, Counter[int]],
) -> TableRow:
    """Return one row; ``where`` is its line, the number of lines, and matches played."""
    line, count, played = where
    return TableRow(
        entrant=entrant,
        player=entrant.player if isinstance(entrant, Entrant) else entrant,
        place=row.rank,
        score=row.points,
        played=played[row.entrant],
        marks=row.values,
        withdrawn=entrant.status == Entrant.Status.WITHDRAWN,
        moves=_promotion_mark(tournament, division, line, count),
    )


def _promotion_mark(tournament: Tournament, division: Division, place: int, count: int) -> str:
    """Return "up" or "down" for promotion or relegation; "" until the division is over."""
    if not tournament.promoted or division.finished_at is None:
        return ""
    if division.number > 1 and place <= tournament.promoted:
        return "up"
    if place <= count - tournament.promoted:
        return ""
    return "down" if division.number < tournament.lowest_division else ""


def rows_by_place(
    entrants: Mapping[int, Entrant], places: Mapping[int, int], *, over: bool = True
) -> tuple[TableRow, ...]:
    """Return the rows of a tree or ladder by place, then by seed."""
    order = sorted(entrants.values(), key=lambda each: (places[each.pk], seed_of(each)))
    alive = [pk for pk, place in places.items() if place == 1]
    return tuple(
        TableRow(
            entrant=each,
            player=each.player,
            place=places[each.pk],
            score=None,
            played=0,
            marks=(),
            withdrawn=each.status == Entrant.Status.WITHDRAWN,
            moves="",
            is_still_in=not over and len(alive) > 1 and each.pk in alive,
        )
        for each in order
    )
