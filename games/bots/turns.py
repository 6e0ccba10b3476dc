"""Bots send whole turns, even if a turn consists of several steps."""

from typing import TYPE_CHECKING

from games.bots.base import Strategy
from games.rules.base import Move, Rules, Seat, State, as_stepwise

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


def choose_turn(
    strategy: Strategy, rules: Rules[State, Move], state: State, seat: Seat, rng: "Random"
) -> Move:
    """Choose steps with a strategy until the turn is complete (rule book C-6)."""
    move: Move = strategy.choose(rules, state, seat, rng)
    steps = as_stepwise(rules)
    if steps is None or steps.can_stop_early:
        return move
    while steps.continuations(state, seat, move):
        after = rules.play(state, seat, move)
        following = strategy.choose(rules, after, seat, rng)
        move = rules.parse(f"{rules.spell(move)} {rules.spell(following)}")
    return move
