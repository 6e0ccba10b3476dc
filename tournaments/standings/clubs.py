"""All-time standings of a club: points, titles and series of its members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

POINTS_BY_PLACE = (10, 7, 5, 4, 3, 2, 1)
PODIUM_PLACES = 3


class FinalPlace(NamedTuple):
    """A player's final place in an event; ``top``: in its highest division or the play-off."""

    event: int
    player: int
    place: int | None
    top: bool


class MatchPlace(NamedTuple):
    """A player's place in a match, 1 being the best."""

    match: int
    player: int
    place: int


@dataclass
class ClubRow:
    """A player's record; ``series`` is the longest run of matches won."""

    player: int
    events: int = 0
    titles: int = 0
    podiums: int = 0
    points: int = 0
    played: int = 0
    won: int = 0
    drawn: int = 0
    series: int = 0
    title_series: int = 0
    place: int = 0
    running: int = field(default=0, repr=False)
    current_title_streak: int = field(default=0, repr=False)

    @property
    def rank(self) -> tuple[int, ...]:
        return (-self.points, -self.titles, -self.podiums, -self.won, self.played)


def club_table(finals: Iterable[FinalPlace], boards: Iterable[MatchPlace]) -> list[ClubRow]:
    """Return everybody who has finished an event, best first; equals share their place.

    Finals are in the order of events, boards in the order in which matches ended. Only places in
    the highest division bring points. An event played but not won ends a series of titles.
    """
    rows: dict[int, ClubRow] = {}
    for final in finals:
        _count_final(rows.setdefault(final.player, ClubRow(final.player)), final)
    for _match, seats in groupby(boards, key=lambda each: each.match):
        _count_match(rows, list(seats))
    return _assign_places(sorted(rows.values(), key=lambda each: (*each.rank, each.player)))


def _count_final(row: ClubRow, final: FinalPlace) -> None:
    row.events += 1
    place = final.place if final.top else None
    if place is not None and place <= len(POINTS_BY_PLACE):
        row.points += POINTS_BY_PLACE[place - 1]
    row.podiums += place is not None and place <= PODIUM_PLACES
    row.titles += place == 1
    row.current_title_streak = row.current_title_streak + 1 if place == 1 else 0
    row.title_series = max(row.title_series, row.current_title_streak)


def _count_match(rows: dict[int, ClubRow], seats: Sequence[MatchPlace]) -> None:
    """Count a match for players with a finished event; a shared first place is a draw."""
    best = [each.player for each in seats if each.place == 1]
    for seat in seats:
        row = rows.get(seat.player)
        if row is None:
            continue
        row.played += 1
        won = best == [seat.player]
        row.won += won
        row.drawn += seat.player in best and not won
        row.running = row.running + 1 if won else 0
        row.series = max(row.series, row.running)


def _assign_places(rows: list[ClubRow]) -> list[ClubRow]:
    for number, row in enumerate(rows, 1):
        before = rows[number - 2] if number > 1 else None
        row.place = before.place if before and before.rank == row.rank else number
    return rows


def record_holders(rows: Sequence[ClubRow], name: str) -> tuple[int, list[int]]:
    """Return the highest value of a column and the players who have it; (0, []) if it is 0."""
    most = max((getattr(row, name) for row in rows), default=0)
    return most, [row.player for row in rows if most and getattr(row, name) == most]
