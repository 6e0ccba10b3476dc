"""McMahon groups: higher ratings start with more points, which count in the table too.

Everybody at or above the bar, the highest threshold, starts level; each threshold below it that
somebody does not reach costs them the points of a win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.standings.base import Entered, Entrant, Points, Scoring
from tournaments.standings.trf.sheet import Boost

LAST = 99  # beyond every round that a report file can have


def starts(
    entered: Sequence[Entered], bands: Sequence[int], scoring: Scoring
) -> dict[Entrant, Points]:
    """Return the start points of everybody; without a rating nobody reaches a threshold."""
    return {
        each.entrant: scoring.win() * sum((each.rating or 0) >= band for band in bands)
        for each in entered
    }


def boosts(begin: Mapping[Entrant, Points], rounds: int) -> tuple[Boost, ...]:
    """Return start points as virtual points of all rounds, the highest first."""
    found: dict[Points, list[Entrant]] = {}
    for entrant, points in begin.items():
        found.setdefault(points, []).append(entrant)
    return tuple(
        Boost(points, 1, rounds or LAST, tuple(found[points]))
        for points in sorted(found, reverse=True)
        if points
    )
