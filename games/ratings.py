"""Elo ratings by pool, pure and exact: refolding a ledger gives equal figures on every machine.

Ratings and changes are integers in hundredths of a point (150000 is shown as 1500).  Expectations
are logistic, computed in decimal arithmetic and rounded to millionths, and every exchange between
two sides is rounded for itself, half away from zero: so equal K always give a sum of exactly zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

POINT = 100
START = 1500 * POINT
PROVISIONAL_GAMES = 20
MASTER = 2200 * POINT
K_PROVISIONAL, K_ESTABLISHED, K_MASTER = 40, 20, 10
WHOLE, HALF = Fraction(1), Fraction(1, 2)
DICE_POOLS = frozenset({"dice"})
_MILLION = 1_000_000
_EXACT = Context(prec=40, rounding=ROUND_HALF_EVEN, Emax=999_999, Emin=-999_999)
_SLOPE = _EXACT.divide(_EXACT.ln(Decimal(10)), Decimal(400 * POINT))
_CERTAIN = 8000 * POINT


class Standing(NamedTuple):
    """Where a seat stands before the match: rating in hundredths, rated games in the pool."""

    value: int = START
    games: int = 0


class BadResult(ValueError):
    """Standings, ranks and teams that do not belong together."""


def is_provisional(games: int) -> bool:
    """Whether a rating still wears its question mark."""
    return games < PROVISIONAL_GAMES


def expected(a: int, b: int) -> Fraction:
    """Return the share of a point that rating ``a`` expects against ``b``, in millionths."""
    share = _share(abs(a - b))
    return Fraction(share if a >= b else _MILLION - share, _MILLION)


@lru_cache(maxsize=65536)
def _share(ahead: int) -> int:
    """Return the stronger one's expectation in millionths, 1 / (1 + 10^(-ahead/400))."""
    if ahead >= _CERTAIN:
        return _MILLION
    power = _EXACT.exp(_EXACT.multiply(Decimal(-ahead), _SLOPE))
    share = _EXACT.divide(Decimal(_MILLION), _EXACT.add(Decimal(1), power))
    return int(share.to_integral_value(ROUND_HALF_EVEN))


def k_factor(value: int, games: int, opponent_games: int) -> int:
    """Return how many points a game weighs for one seat against one opponent.

    40 while provisional, then 20, and 10 as long as the rating stands at 2200 or more; half of that
    for an established player against a provisional one.
    """
    if is_provisional(games):
        return K_PROVISIONAL
    factor = K_MASTER if value >= MASTER else K_ESTABLISHED
    return factor // 2 if is_provisional(opponent_games) else factor


def share_of(pool: str) -> Fraction:
    """Return how much of the usual K counts in a pool: half where dice decide (rule book 15)."""
    return HALF if pool in DICE_POOLS else WHOLE


def updates(
    standings: Sequence[Standing],
    ranks: Sequence[int],
    teams: Sequence[int] | None = None,
    share: Fraction = WHOLE,
) -> tuple[int, ...]:
    """Return every seat's change in hundredths after one match (rule book C-12).

    ``ranks`` are places by seat, 1 the best, equal ones a tie; ``teams`` names each seat's team
    (its members share one rank) or is None.  Every pair of opponents is one game of weight
    ``share``/(n-1), n being the number of sides.  Raises BadResult.
    """
    sides = _sides(standings, ranks, teams)
    if len(sides) < 2:
        raise BadResult("a rated match needs two sides")
    change = [0] * len(standings)
    for side in sides:
        gain = sum(
            _exchange(side, other, standings, ranks, share / (len(sides) - 1))
            for other in sides
            if other is not side
        )
        for seat in side:
            change[seat] = gain
    return tuple(change)


def _sides(
    standings: Sequence[Standing], ranks: Sequence[int], teams: Sequence[int] | None
) -> list[list[int]]:
    """Group the seats into sides and refuse what does not fit together."""
    names = range(len(standings)) if teams is None else teams
    if not len(standings) == len(ranks) == len(names):
        raise BadResult("standings, ranks and teams must name the same seats")
    sides: dict[int, list[int]] = {}
    for seat, name in enumerate(names):
        sides.setdefault(name, []).append(seat)
    if any(len({ranks[seat] for seat in side}) > 1 for side in sides.values()):
        raise BadResult("the members of a team share one rank")
    return list(sides.values())


def _exchange(
    side: list[int],
    other: list[int],
    standings: Sequence[Standing],
    ranks: Sequence[int],
    weight: Fraction,
) -> int:
    """Return what one side gains from another: K · weight · (scored - expected), in hundredths."""
    own, opposing = ranks[side[0]], ranks[other[0]]
    scored = Fraction((own < opposing) * 2 + (own == opposing), 2)
    won = scored - expected(_mean(side, standings), _mean(other, standings))
    return _rounded(_weight(side, other, standings) * POINT * won * weight)


def _mean(side: list[int], standings: Sequence[Standing]) -> int:
    """Return a side's rating: its members' mean, rounded to the hundredth."""
    return _rounded(Fraction(sum(standings[seat].value for seat in side), len(side)))


def _weight(side: list[int], other: list[int], standings: Sequence[Standing]) -> Fraction:
    """Return a side's K: the mean of its members', against the least tried of the others."""
    least = min(standings[seat].games for seat in other)
    factors = [k_factor(standings[seat].value, standings[seat].games, least) for seat in side]
    return Fraction(sum(factors), len(factors))


def _rounded(exact: Fraction) -> int:
    """Round to the nearest integer, halves away from zero, so that both sides round alike."""
    size = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return size if exact >= 0 else -size
