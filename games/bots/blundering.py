"""A weaker player: plays like another one, with an occasional random turn."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots.base import Strategy
from games.rules.base import AnyMove, AnyRules, AnyState, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


@dataclass(frozen=True, slots=True)
class BlunderingBot:
    """Plays a random move in `strays` percent of its turns, else what `like` chooses.

    For strategies that evaluate only one turn and so cannot be weakened by searching less deep.
    """

    key: str
    like: Strategy
    strays: int

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        if rng.randrange(100) < self.strays:
            return rng.choice(rules.moves(state, seat))
        return self.like.choose(rules, state, seat, rng)
