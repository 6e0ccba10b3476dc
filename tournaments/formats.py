"""From one season to the next: who goes into the play-off, who moves up and down (pure)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.standings.base import Entrant
from tournaments.standings.table import Row


class Finished(NamedTuple):
    """A division at the end of a season: its entrants best first, and those who play on."""

    order: tuple[Entrant, ...]
    stay: frozenset[Entrant]


def qualified(groups: Sequence[Sequence[Row]], best: int) -> tuple[Entrant, ...]:
    """Return the best of every group as seeds: all winners by points, then all seconds, and on."""
    through: list[Entrant] = []
    for place in range(best):
        rows = [group[place] for group in groups if len(group) > place]
        rows.sort(key=lambda row: -row.points)
        through += [row.entrant for row in rows]
    return tuple(through)


def next_levels(finished: Sequence[Finished], promoted: int) -> dict[Entrant, int]:
    """Return the level of everybody who plays on; level 1 is the highest division.

    The first ``promoted`` of a division move up, the last ones down. Places that nobody takes any
    more are filled by extra promotions from below.
    """
    sizes = [len(division.order) for division in finished]
    levels = {
        entrant: (number, place)
        for number, division in enumerate(finished, start=1)
        for place, entrant in enumerate(division.order)
    }
    ranked = sorted(
        (who for division in finished for who in division.order if who in division.stay),
        key=lambda who: _rank(levels[who], sizes, promoted),
    )
    found: dict[Entrant, int] = {}
    left = iter(ranked)
    for number, size in enumerate(sizes, start=1):
        for _place in range(size):
            who = next(left, None)
            if who is not None:
                found[who] = number
    return found


def _rank(level: tuple[int, int], sizes: Sequence[int], promoted: int) -> tuple[int, int, int]:
    """Return the order of claims to a place: those who move change sides of the line between."""
    number, place = level
    if number > 1 and place < promoted:
        return number - 1, 1, place
    if number < len(sizes) and place >= sizes[number - 1] - promoted:
        return number + 1, 0, place
    return number, 0, place
