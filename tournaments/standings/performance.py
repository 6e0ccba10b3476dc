"""Performance ratings by FIDE's table, and the score that a target performance takes.

A score p against opponents of average rating Ra performs at Ra + dp(p) (FIDE handbook B.02, table
8.1.1; C.07 article 10.2). Only rated opponents met at the board count: a win is a point, a shared
place half a point, whatever the event gives for them. At tables of three and four everybody has
met each of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from tournaments.standings.base import HALF, ZERO, Entrant, Event, Place, Result

DP = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
)  # fmt: skip
"""dp for p = 50 % to 100 % (table 8.1.1); below 50 % it is -dp(1 - p)."""


class Tally(NamedTuple):
    """Points scored against rated opponents, and their ratings."""

    ratings: tuple[int, ...] = ()
    score: Fraction = ZERO

    def plus(self, other: Tally) -> Tally:
        """Return the sum of both, as of two stages of an event."""
        return Tally((*self.ratings, *other.ratings), self.score + other.score)

    @property
    def average(self) -> int | None:
        """The average rating of the opponents, halves rounded up."""
        return (
            _round_half_up(Fraction(sum(self.ratings), len(self.ratings))) if self.ratings else None
        )

    @property
    def performance(self) -> int | None:
        """The performance rating; None without a rated opponent."""
        if self.average is None:
            return None
        return self.average + rating_difference(self.score / len(self.ratings))


def rating_difference(share: Fraction) -> int:
    """Return dp of a share of the points, rounded to whole percents, halves up."""
    percent = _round_half_up(100 * share)
    return DP[percent - 50] if percent >= 50 else -DP[50 - percent]


def needed_score(ratings: Sequence[int], target: int) -> Fraction | None:
    """Return the lowest score that performs at the target, None if no score does."""
    average = Tally(tuple(ratings)).average
    return None if average is None else _min_score(len(ratings), target - average)


@lru_cache(4096)
def _min_score(games: int, missing: int) -> Fraction | None:
    """Return the lowest score in ``games`` games with a dp of at least ``missing``."""
    scores = (Fraction(halves, 2) for halves in range(2 * games + 1))
    return next((each for each in scores if rating_difference(each / games) >= missing), None)


def tallies(event: Event) -> Mapping[Entrant, Tally]:
    """Return every entrant's score against rated opponents at the board."""
    ratings = {each.entrant: each.rating for each in event.entered}
    found = dict.fromkeys(event.entrants, Tally())
    for result in event.results:
        for who, other, share in _meetings(result):
            if (rating := ratings[other]) is not None:
                before = found[who]
                found[who] = Tally((*before.ratings, rating), before.score + share)
    return found


def _meetings(result: Result) -> Iterator[tuple[Entrant, Entrant, Fraction]]:
    """Yield (entrant, opponent, share of the point) for everybody who met at the board."""
    real = result.as_played
    if not result.counts.met or len(real.seats) < 2:
        return
    for who in real.seats:
        for other in real.seats:
            if who != other:
                yield who, other, _share(real.place_of(who), real.place_of(other))


def _share(own: Place, other: Place) -> Fraction:
    """Return 1 for a better place than the other, ½ for the same; no place is last."""
    if own == other:
        return HALF if own is not None else ZERO
    if own is None or other is None:
        return Fraction(own is not None)
    return Fraction(own < other)


def _round_half_up(value: Fraction) -> int:
    return (value + HALF).__floor__()
