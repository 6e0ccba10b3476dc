"""Contributions to a tie-break, and how they are combined into a value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from tournaments.standings.base import HALF, ZERO, Entrant, Points

Values: TypeAlias = Mapping[Entrant, Fraction]


class Addend(NamedTuple):
    """The contribution of one round, opponent or board; if `left_out`, it does not count.

    `terms` are the numbers that it was computed from; `virtual` means against a virtual opponent
    (C.07 article 16.4).
    """

    value: Points
    round: int = 0
    opponents: tuple[Entrant, ...] = ()
    terms: tuple[Points, ...] = ()
    left_out: bool = False
    virtual: bool = False


Addends: TypeAlias = Mapping[Entrant, Sequence[Addend]]


def sum_addends(addends: Iterable[Addend]) -> Points:
    return sum((each.value for each in addends if not each.left_out), ZERO)


def average_addends(addends: Iterable[Addend]) -> Points:
    """Return the mean, halves rounded up; 0 if there are no values."""
    values = [each.value for each in addends if not each.left_out]
    mean = Fraction(sum(values, ZERO), max(1, len(values)))
    return Fraction((mean + HALF).__floor__())
