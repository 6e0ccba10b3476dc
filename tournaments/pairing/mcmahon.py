"""McMahon: higher ratings start with more points, which count in the table, too.

Everybody at or above the bar, the highest threshold, starts level; each threshold that is not
reached costs the points of a win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.standings.base import Entrant, EventEntrant, Points, Scoring
from tournaments.standings.trf.sheet import Boost

LAST_ROUND = 99  # the maximum in a report file


def starts(
    entered: Sequence[EventEntrant], bands: Sequence[int], scoring: Scoring
) -> dict[Entrant, Points]:
    """Return everybody's initial points; entrants without a rating have none."""
    return {
        each.entrant: scoring.win() * sum((each.rating or 0) >= band for band in bands)
        for each in entered
    }


def boosts(begin: Mapping[Entrant, Points], rounds: int) -> tuple[Boost, ...]:
    """Return initial points as virtual points of all rounds, highest first."""
    found: dict[Points, list[Entrant]] = {}
    for entrant, points in begin.items():
        found.setdefault(points, []).append(entrant)
    return tuple(
        Boost(points, 1, rounds or LAST_ROUND, tuple(found[points]))
        for points in sorted(found, reverse=True)
        if points
    )
