"""Baku acceleration (C.04.7): virtual points for the upper half in the first rounds of a Swiss.

They count for the pairing only and make strong players meet sooner.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from tournaments.standings.base import Entrant, Scoring
from tournaments.standings.trf.sheet import Boost


class Span(NamedTuple):
    """A span of accelerated rounds; ``whole``: virtual points of a win, else of a draw."""

    first: int
    last: int
    whole: bool


def upper_half_size(entrants: int) -> int:
    """Return the size of the upper group: half the entrants, rounded up to an even number."""
    return min(entrants, 2 * -(-entrants // 4))


def spans(rounds: int) -> Iterator[Span]:
    """Yield the spans of accelerated rounds.

    The first half of all rounds is accelerated: half of these with a win, the rest with a draw.
    """
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    for span in (Span(1, whole, whole=True), Span(whole + 1, accelerated, whole=False)):
        if span.first <= span.last:
            yield span


def boosts(
    entrants: Sequence[Entrant],
    rounds: int,
    scoring: Scoring,
    late: Collection[Entrant] = (),
) -> tuple[Boost, ...]:
    """Return the virtual points of an event with this number of rounds.

    ``entrants`` are in the order of their numbers. Those who came ``late`` do not move the border
    of the upper group; they belong to it if they are numbered before its last member.
    """
    starters = [each for each in entrants if each not in late]
    border = starters[: upper_half_size(len(starters))][-1:]
    members = tuple(entrants[: entrants.index(border[0]) + 1]) if border else ()
    return tuple(
        Boost(scoring.win() if each.whole else scoring.tied, each.first, each.last, members)
        for each in spans(rounds)
        if members
    )
