"""Forecasts of rating changes, before a match is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Rating
from games.ratings import PROVISIONAL_GAMES, Standing, divisor_of, expected, updates

ESTABLISHED = PROVISIONAL_GAMES  # rated games of an opponent who is only imagined


@dataclass(frozen=True)
class Forecast:
    """Rating changes by a win, a draw and a loss, in hundredths of a point.

    ``expects`` is the share of a point to be expected, in millionths.
    """

    value: int
    against: int
    won: int
    drawn: int
    lost: int
    expects: int


def standings_in(pool: str, players: Sequence[int]) -> dict[int, Standing]:
    """Return where these players stand in a pool; newcomers at the start."""
    rows = Rating.objects.filter(pool=pool, player__in=players)
    known = {row.player_id: Standing(row.value, row.games) for row in rows}
    return {number: known.get(number, Standing()) for number in players}


def forecast(own: Standing, other: Standing, pool: str) -> Forecast:
    """Compute what one match between the two would change for the first."""
    divisor = divisor_of(pool)
    won, drawn, lost = (
        updates([own, other], ranks, divisor=divisor)[0] for ranks in ((1, 2), (1, 1), (2, 1))
    )
    return Forecast(own.value, other.value, won, drawn, lost, expected(own.value, other.value))
