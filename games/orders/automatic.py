"""Automatic moves: forced moves, and picks from a draft list (C-5, 2.8)."""

from games.rules.base import (
    CHANCE,
    PASSES,
    AnyMove,
    AnyRules,
    AnyState,
    Move,
    Rules,
    Seat,
    State,
    as_stepwise,
)
from games.rules.series import SeriesState, legs_ended_between


def forced_move(rules: Rules[State, Move], state: State) -> tuple[Seat, Move] | None:
    """Return seat and move if the server moves automatically (C-5), else None.

    That is: only a pass is possible, or there is exactly one move in a game with so many random
    draws that an e-mail for each would be noise.
    """
    found = _find_sole_move(rules, state)
    if found is None:
        return None
    alone = rules.plays_forced_moves or rules.spell(found[1]) in PASSES
    return found if alone else None


def sole_move(rules: Rules[State, Move], state: State) -> tuple[Seat, Move] | None:
    """Return the only move of a player unless it immediately loses the match or leg (C-5b).

    Never in games with random draws. The player chooses whether it is played automatically.
    """
    found = None if rules.draws_lots else _find_sole_move(rules, state)
    if found is None:
        return None
    seat, move = found
    steps = as_stepwise(rules)
    if steps is not None and steps.continuations(state, seat, move):
        return None  # only the first step has no alternative
    return None if _is_losing_move(rules, state, rules.play(state, seat, move), seat) else found


def _find_sole_move(rules: Rules[State, Move], state: State) -> tuple[Seat, Move] | None:
    """Return seat and move if exactly one seat is to move and it has exactly one move."""
    awaited = rules.awaited(state)
    if len(awaited) != 1 or CHANCE in awaited:
        return None
    (seat,) = awaited
    moves = rules.moves(state, seat)
    return (seat, moves[0]) if len(moves) == 1 else None


def _is_losing_move(rules: AnyRules, before: AnyState, after: AnyState, seat: Seat) -> bool:
    """Whether a move has just lost the match or the leg."""
    outcome = rules.outcome(after)
    if outcome is not None and outcome.ranks[seat] > min(outcome.ranks):
        return True
    if not isinstance(before, SeriesState) or not isinstance(after, SeriesState):
        return False
    ended = legs_ended_between(before, after)
    return bool(ended) and ended[0].points[seat] < max(ended[0].points)


def draft_pick(rules: AnyRules, state: AnyState, order: str) -> tuple[Seat, AnyMove] | None:
    """Return seat and pick from a list such as "RYG"; None if no pick is due (2.8)."""
    awaited = rules.awaited(state)
    if len(awaited) != 1 or CHANCE in awaited:
        return None
    (seat,) = awaited
    pick = rules.preferred_pick(state, order)
    return None if pick is None else (seat, pick)
