"""Forecasts of rating changes, before a match is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Rating
from games.ratings import PROVISIONAL_GAMES, SeatRating, compute_changes, expected_score, k_divisor

ASSUMED_OPPONENT_GAMES = (
    PROVISIONAL_GAMES  # assumed number of rated games of a hypothetical opponent
)


@dataclass(frozen=True)
class Forecast:
    """Rating changes by a win, a draw and a loss, in hundredths of a point.

    ``expects`` is the expected score in millionths of a point.
    """

    value: int
    against: int
    won: int
    drawn: int
    lost: int
    expects: int


def standings_in(pool: str, players: Sequence[int]) -> dict[int, SeatRating]:
    """Return the players' standings in a pool; newcomers have the start value."""
    rows = Rating.objects.filter(pool=pool, player__in=players)
    known = {row.player_id: SeatRating(row.value, row.games) for row in rows}
    return {number: known.get(number, SeatRating()) for number in players}


def build_forecast(own: SeatRating, other: SeatRating, pool: str) -> Forecast:
    """Return the first player's rating changes by one match between the two."""
    divisor = k_divisor(pool)
    won, drawn, lost = (
        compute_changes([own, other], ranks, divisor=divisor)[0]
        for ranks in ((1, 2), (1, 1), (2, 1))
    )
    return Forecast(
        own.value, other.value, won, drawn, lost, expected_score(own.value, other.value)
    )
