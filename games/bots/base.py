from typing import TYPE_CHECKING, Protocol

from games.rules.base import AnyMove, AnyRules, AnyState, Seat
from games.rules.series import as_series

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


class Strategy(Protocol):
    """A computer player; all randomness comes from `rng`, so a seed determines the whole match."""

    @property
    def key(self) -> str:
        """The name of the strategy, such as "greedy"."""

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        """Return one of `rules.moves(state, seat)`, which must not be empty."""


def unwrap_series(rules: AnyRules, state: AnyState, seat: Seat) -> tuple[AnyRules, AnyState, Seat]:
    """Return rules and state of the running leg of a series, and the seat's number in that leg."""
    series = as_series(rules)
    if series is None:
        return rules, state, seat
    return series.inner, state.inner, seat ^ state.starter
