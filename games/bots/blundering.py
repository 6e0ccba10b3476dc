"""A gentler player: plays like another one, except for an occasional random turn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots.base import Strategy
from games.rules.base import AnyMove, AnyRules, AnyState, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


@dataclass(frozen=True, slots=True)
class Blundering:
    """Takes any legal move in `strays` of a hundred turns, and otherwise what `like` would.

    For games whose player weighs one turn at a time and cannot search less deep.
    """

    key: str
    like: Strategy
    strays: int

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        """Pick a legal move; chance decides which of the two ways it is found."""
        if rng.randrange(100) < self.strays:
            return rng.choice(rules.moves(state, seat))
        return self.like.choose(rules, state, seat, rng)
