"""Scorecards: every entrant's results as lines, with totals, as tie-breaks need them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from tournaments.standings.base import (
    COUNTS,
    HALF,
    ZERO,
    Entrant,
    Event,
    Kind,
    Place,
    Points,
    Result,
    System,
)

ONE = 2 * HALF
INVOLUNTARY_BYES = frozenset({Kind.PAIRED_BYE, Kind.FULL_BYE})
SCHEDULED = frozenset({Kind.FORFEIT, Kind.WITHDRAWN})


class ScorecardLine(NamedTuple):
    """A result as seen by one of its entrants; without `result` an absence from a round.

    `shares` are the points against each opponent: those of the result for two seats, by places at
    larger tables (1, ½ or 0).
    """

    round: int
    points: Points
    result: Result | None = None
    seat: int = 0
    opponents: tuple[Entrant, ...] = ()
    shares: tuple[Points, ...] = ()

    @property
    def played(self) -> bool:
        """Whether the result in the table was made at the board."""
        return self.result is not None and COUNTS[self.result.kind].met

    @property
    def voluntary(self) -> bool:
        """Whether the entrant caused the round to be unplayed (C.07 article 16.2)."""
        if self.played:
            return False
        if self.result is None or self.result.kind in SCHEDULED:
            return self.result is None or self.result.places[self.seat] is None
        return self.result.kind not in INVOLUNTARY_BYES


class Scorecards:
    """All scorecards of an event, computed once for all tie-breaks."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.ratings = {each.entrant: each.rating for each in event.entered}
        pages: dict[Entrant, list[ScorecardLine]] = {entrant: [] for entrant in event.entrants}
        for result in sorted(event.results, key=lambda result: result.round):
            if result.counts.table and result.round in self.held:
                points = event.scoring.points(result)
                for seat, entrant in enumerate(result.seats):
                    pages[entrant].append(_line(result, seat, points))
        self.running: dict[Entrant, set[int]] = {entrant: set() for entrant in event.entrants}
        for fixture in event.running:
            for entrant in fixture.seats:
                self.running[entrant].add(fixture.round)
        self.lines = {who: self._complete(who, page) for who, page in pages.items()}
        self.points: Mapping[Entrant, Points] = {
            entrant: sum((line.points for line in page), event.starts.get(entrant, ZERO))
            for entrant, page in self.lines.items()
        }

    def _complete(
        self, entrant: Entrant, page: Sequence[ScorecardLine]
    ) -> tuple[ScorecardLine, ...]:
        """In a Swiss, add absences for rounds without a result or running fixture."""
        if self.is_round_robin:
            return tuple(page)
        missing = self.held - {line.round for line in page} - self.running[entrant]
        absences = [ScorecardLine(number, ZERO) for number in missing]
        return tuple(sorted([*page, *absences], key=lambda line: line.round))

    def with_all_rounds(self, page: Sequence[ScorecardLine]) -> tuple[ScorecardLine, ...]:
        """In a Swiss, add rounds that were skipped or are running, for tables of all rounds."""
        if self.is_round_robin:
            return tuple(page)
        skipped = set(range(1, self.event.rounds + 1)) - {line.round for line in page}
        absences = [ScorecardLine(number, ZERO) for number in skipped]
        return tuple(sorted([*page, *absences], key=lambda line: line.round))

    @cached_property
    def held(self) -> frozenset[int]:
        """The rounds that took place; one with zero-point byes only was skipped."""
        return frozenset(
            result.round
            for result in self.event.results
            if result.round <= self.event.rounds
            and result.counts.table
            and result.kind is not Kind.ZERO_BYE
        )

    @property
    def is_round_robin(self) -> bool:
        return self.event.system is System.ROUND_ROBIN

    @cached_property
    def seats(self) -> frozenset[int]:
        """The table sizes that occur."""
        return frozenset(len(result.seats) for result in self.event.results if not result.is_bye)


def _line(result: Result, seat: int, points: Sequence[Points]) -> ScorecardLine:
    """Return the line of a result for the entrant at one seat."""
    others = [index for index in range(len(result.seats)) if index != seat]
    if len(result.seats) == 2:
        shares: tuple[Points, ...] = (points[seat],)
    else:
        mine = result.places[seat] if result.places else None
        shares = tuple(_duel_points(mine, result.places[index]) for index in others)
    opponents = tuple(result.seats[index] for index in others)
    return ScorecardLine(result.round, points[seat], result, seat, opponents, shares)


def _duel_points(mine: Place, theirs: Place) -> Points:
    """Return 1, ½ or 0 for a place against another at a larger table."""
    if mine is None:
        return ZERO
    if theirs is None or mine < theirs:
        return ONE
    return HALF if mine == theirs else ZERO
