"""A player that chooses a random legal move: baseline and beginner's opponent."""

from typing import TYPE_CHECKING

from games.rules.base import Move, Rules, Seat, State

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


class RandomBot:
    key = "random"

    def choose(self, rules: Rules[State, Move], state: State, seat: Seat, rng: "Random") -> Move:
        return rng.choice(rules.moves(state, seat))
