"""Elo as it is defined, by fractions, against Elo as it is computed, by whole numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import cache

from games.ratings import MILLION, SeatRating, compute_changes, expected_score, k_factor
from tests.sampling import at_length

CASES = 45_000 if at_length() else 2_000
EXACT = Context(prec=40, rounding=ROUND_HALF_EVEN)
IN_DOUBT = 140_881  # points ahead, in hundredths: the middle of two millionths, to twelve figures


@cache
def share_of(ahead: int) -> Fraction:
    """Return 1 / (1 + 10^(-ahead/400)), rounded to millionths."""
    slope = EXACT.divide(EXACT.ln(Decimal(10)), Decimal(40_000))
    power = EXACT.exp(EXACT.multiply(Decimal(-ahead), slope))
    share = EXACT.divide(Decimal(MILLION), EXACT.add(Decimal(1), power))
    return Fraction(int(share.to_integral_value(ROUND_HALF_EVEN)), MILLION)


def rounded(exact: Fraction) -> int:
    """Round to the nearest, halves away from zero."""
    size = int(abs(exact) + Fraction(1, 2))
    return size if exact >= 0 else -size


def defined(
    standings: Sequence[SeatRating], ranks: Sequence[int], teams: Sequence[int], divisor: int
) -> tuple[int, ...]:
    """Return every seat's change as rule book C-12 defines it."""
    sides = [
        [seat for seat, team in enumerate(teams) if team == name] for name in sorted(set(teams))
    ]
    change: dict[int, int] = {}
    for side in sides:
        gain = 0
        for other in sides:
            if other is not side:
                own, theirs = (
                    rounded(Fraction(sum(standings[seat].value for seat in each), len(each)))
                    for each in (side, other)
                )
                ahead = share_of(abs(own - theirs))
                hoped = ahead if own >= theirs else 1 - ahead
                rank, opposing = ranks[side[0]], ranks[other[0]]
                scored = Fraction((rank < opposing) * 2 + (rank == opposing), 2)
                least = min(standings[seat].games for seat in other)
                factors = [k_factor(*standings[seat], least) for seat in side]
                weight = Fraction(sum(factors), len(factors) * divisor * (len(sides) - 1))
                gain += rounded(weight * 100 * (scored - hoped))
        change |= dict.fromkeys(side, gain)
    return tuple(change[seat] for seat in range(len(standings)))


def test_whole_numbers_give_what_the_definition_says():
    chance = random.Random(2200)
    for _case in range(CASES):
        near = chance.random() < 0.5  # near each other, so that rounding has much to decide
        span, games = (400, (0, 19, 20, 21)) if near else (90_000, range(60))
        middle = chance.choice((150_000, 220_000))
        teams = chance.choice(((0, 1), (0, 1, 2), (0, 1, 0), (0, 1, 2, 3), (0, 1, 0, 1),
                               (0, 0, 1, 1), (0, 1, 1, 1)))  # fmt: skip
        table = [
            SeatRating(middle + chance.randint(-span, span), chance.choice(games)) for _ in teams
        ]
        places = [chance.randint(1, len(set(teams))) for _ in set(teams)]
        ranks, divisor = [places[team] for team in teams], chance.choice((1, 2))
        alone = len(set(teams)) == len(teams)
        asked = chance.choice((teams, list(teams), None if alone else teams))
        told = defined(table, ranks, teams, divisor)
        assert compute_changes(table, ranks, asked, divisor) == told, (table, ranks, teams, divisor)


def test_expectations_are_exact_also_where_floating_point_is_in_doubt():
    for ahead in (*range(0, 800_000, 97 if at_length() else 997), IN_DOUBT, 799_999):
        assert Fraction(expected_score(ahead, 0), MILLION) == share_of(ahead)
