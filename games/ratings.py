"""Elo ratings by pool, exact: replaying a ledger gives equal ratings on every machine.

Ratings and changes are integers in hundredths of a point (150000 is shown as 1500). Expectations
are logistic and rounded to millionths, and every exchange between two sides is rounded separately,
half away from zero, so that equal K always sum to exactly zero. Everything is integer arithmetic,
except that decimals decide expectations too close to a rounding boundary.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache
from typing import NamedTuple

POINT = 100
START_RATING = 1500 * POINT
PROVISIONAL_GAMES = 20
MASTER_RATING = 2200 * POINT
K_PROVISIONAL, K_ESTABLISHED, K_MASTER = 40, 20, 10
DICE_POOLS = frozenset({"dice"})
MILLION = 1_000_000
_EXACT = Context(prec=40, rounding=ROUND_HALF_EVEN, Emax=999_999, Emin=-999_999)
_SLOPE = _EXACT.divide(_EXACT.ln(Decimal(10)), Decimal(400 * POINT))
_CERTAIN = 8000 * POINT
_DOUBT = 1e-6


class SeatRating(NamedTuple):
    """A seat before the match: rating in hundredths and rated games in the pool."""

    value: int = START_RATING
    games: int = 0


class BadResult(ValueError):
    """Standings, ranks and teams that are inconsistent."""


def is_provisional(games: int) -> bool:
    """Whether a rating is still provisional."""
    return games < PROVISIONAL_GAMES


def expected_score(a: int, b: int) -> int:
    """Return the share of a point that rating ``a`` expects against ``b``, in millionths."""
    return _share(a - b) if a >= b else MILLION - _share(b - a)


@lru_cache(maxsize=65536)
def _share(ahead: int) -> int:
    """Return the stronger side's expectation in millionths, 1 / (1 + 10^(-ahead/400)).

    Floating point is off by a billionth of a millionth; near a rounding boundary decimals decide.
    """
    if ahead >= _CERTAIN:
        return MILLION
    share: float = MILLION / (1.0 + 10.0 ** (-ahead / (400 * POINT)))
    if abs(share % 1.0 - 0.5) > _DOUBT:
        return round(share)
    power = _EXACT.exp(_EXACT.multiply(Decimal(-ahead), _SLOPE))
    exact = _EXACT.divide(Decimal(MILLION), _EXACT.add(Decimal(1), power))
    return int(exact.to_integral_value(ROUND_HALF_EVEN))


def k_factor(value: int, games: int, opponent_games: int) -> int:
    """Return K for one seat against one opponent.

    40 while provisional, then 20, and 10 while the rating is 2200 or more; half of that for an
    established player against a provisional one.
    """
    if games < PROVISIONAL_GAMES:
        return K_PROVISIONAL
    factor = K_MASTER if value >= MASTER_RATING else K_ESTABLISHED
    return factor // 2 if opponent_games < PROVISIONAL_GAMES else factor


def k_divisor(pool: str) -> int:
    """Return the divisor of K in a pool: two for dice games (rule book 15)."""
    return 2 if pool in DICE_POOLS else 1


def compute_changes(
    standings: Sequence[SeatRating],
    ranks: Sequence[int],
    teams: Sequence[int] | None = None,
    divisor: int = 1,
) -> tuple[int, ...]:
    """Return every seat's change in hundredths after one match (rule book C-12).

    ``ranks`` are places by seat, 1 is best, equal ranks are ties; ``teams`` gives each seat's team
    (whose members share a rank), or is None. Every pair of opponents is one game of weight 1/(n-1),
    where n is the number of sides; ``divisor`` divides every K. Raises BadResult.
    """
    if len(standings) == len(ranks) == 2 and teams in (None, (0, 1)):
        return _duel(standings[0], standings[1], ranks, divisor)
    sides = _sides(standings, ranks, teams)
    if len(sides) < 2:
        raise BadResult("a rated match needs two sides")
    change = [0] * len(standings)
    for side in sides:
        gain = sum(
            _exchange(side, other, standings, ranks, divisor * (len(sides) - 1))
            for other in sides
            if other is not side
        )
        for seat in side:
            change[seat] = gain
    return tuple(change)


def _duel(
    one: SeatRating, other: SeatRating, ranks: Sequence[int], divisor: int
) -> tuple[int, int]:
    """Fast path for two single players, which nearly all matches are."""
    value, games = one
    opposing, opposing_games = other
    won = _score_surplus(value, opposing, ranks[0], ranks[1]) * POINT
    weight = k_factor(value, games, opposing_games)
    against = k_factor(opposing, opposing_games, games)
    gain = _divide_rounded(weight * won, MILLION * divisor)
    if weight == against:
        return gain, -gain
    return gain, _divide_rounded(against * -won, MILLION * divisor)


def _sides(
    standings: Sequence[SeatRating], ranks: Sequence[int], teams: Sequence[int] | None
) -> list[list[int]]:
    """Group seats by side; BadResult if the arguments are inconsistent."""
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
    standings: Sequence[SeatRating],
    ranks: Sequence[int],
    divisor: int,
) -> int:
    """Return one side's change against another: K / divisor · (score - expectation), in hundredths.

    A side's rating and K are its members' means; K is computed against the opponent with the fewest
    games.
    """
    own, opposing = _mean(side, standings), _mean(other, standings)
    won = _score_surplus(own, opposing, ranks[side[0]], ranks[other[0]])
    least = min(standings[seat].games for seat in other)
    weight = sum(k_factor(standings[seat].value, standings[seat].games, least) for seat in side)
    return _divide_rounded(weight * POINT * won, MILLION * len(side) * divisor)


def _score_surplus(value: int, opposing: int, rank: int, opposing_rank: int) -> int:
    """Return the score minus the expectation, in millionths of a point."""
    share = _share(value - opposing) if value >= opposing else MILLION - _share(opposing - value)
    if rank == opposing_rank:
        return MILLION // 2 - share
    return MILLION - share if rank < opposing_rank else -share


def _mean(side: list[int], standings: Sequence[SeatRating]) -> int:
    """Return the mean rating of a side, rounded to the hundredth."""
    return _divide_rounded(sum(standings[seat].value for seat in side), len(side))


def _divide_rounded(total: int, parts: int) -> int:
    """Divide and round to nearest, halves away from zero, so that both sides round alike."""
    size = (2 * abs(total) + parts) // (2 * parts)
    return size if total >= 0 else -size
