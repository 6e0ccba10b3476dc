"""Interface of computer players: a named way to choose among legal moves."""

from typing import TYPE_CHECKING, Protocol

from games.rules.base import AnyMove, AnyRules, AnyState, Seat
from games.rules.series import as_series

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


class Strategy(Protocol):
    """Chooses a move; all chance comes from `rng`, so the same seed plays the same match."""

    @property
    def key(self) -> str:
        """Return the strategy, such as "greedy"."""

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        """Pick one of `rules.moves(state, seat)`, which must not be empty."""


def running_leg(rules: AnyRules, state: AnyState, seat: Seat) -> tuple[AnyRules, AnyState, Seat]:
    """Look through a series to the board being played, with the seat's number on that board."""
    series = as_series(rules)
    if series is None:
        return rules, state, seat
    return series.inner, state.inner, seat ^ state.starter
