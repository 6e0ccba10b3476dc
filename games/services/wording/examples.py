from __future__ import annotations

from games.rules.base import AnyMove, as_stepwise
from games.services.match.loaded import LoadedMatch


def example_turn(loaded: LoadedMatch, seat: int, move: AnyMove) -> AnyMove:
    """Complete a move to an example of a whole turn (rule book C-6)."""
    steps = as_stepwise(loaded.rules)
    if steps is None or steps.can_stop_early:
        return move
    while longer := steps.continuations(loaded.state, seat, move):
        move = longer[len(longer) // 2]
    return move


def is_partial_turn(loaded: LoadedMatch, seat: int, move: AnyMove) -> bool:
    """Whether this move is only one step of a turn that must be submitted as a whole."""
    steps = as_stepwise(loaded.rules)
    return bool(
        steps and not steps.can_stop_early and steps.continuations(loaded.state, seat, move)
    )
