"""Automatic moves: forced moves, and picks by a list (C-5, 2.8)."""

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
    """Return seat and move where the server moves by itself (C-5), None if somebody chooses.

    That is: nothing but a pass is possible, or exactly one move in a game whose chance speaks so
    often that a letter for it would be a nuisance.
    """
    found = _sole(rules, state)
    if found is None:
        return None
    alone = rules.moves_alone or rules.spell(found[1]) in PASSES
    return found if alone else None


def sole_move(rules: Rules[State, Move], state: State) -> tuple[Seat, Move] | None:
    """Return the one move a player without dice has, unless it loses match or leg at once (C-5b).

    Whether it is played for them is their own choice.
    """
    found = None if rules.draws_lots else _sole(rules, state)
    if found is None:
        return None
    seat, move = found
    steps = as_stepwise(rules)
    if steps is not None and steps.continuations(state, seat, move):
        return None  # only the first step of a turn stands alone
    return None if _loses(rules, state, rules.play(state, seat, move), seat) else found


def _sole(rules: Rules[State, Move], state: State) -> tuple[Seat, Move] | None:
    """Return the seat and its only move, if one seat alone is to move and has no choice."""
    awaited = rules.awaited(state)
    if len(awaited) != 1 or CHANCE in awaited:
        return None
    (seat,) = awaited
    moves = rules.moves(state, seat)
    return (seat, moves[0]) if len(moves) == 1 else None


def _loses(rules: AnyRules, before: AnyState, after: AnyState, seat: Seat) -> bool:
    """Whether a move has just lost the match, or the leg it was played in."""
    outcome = rules.outcome(after)
    if outcome is not None and outcome.ranks[seat] > min(outcome.ranks):
        return True
    if not isinstance(before, SeriesState) or not isinstance(after, SeriesState):
        return False
    ended = legs_ended_between(before, after)
    return bool(ended) and ended[0].points[seat] < max(ended[0].points)


def draft_pick(rules: AnyRules, state: AnyState, order: str) -> tuple[Seat, AnyMove] | None:
    """Return seat and pick by a list such as "RYG", or None if no pick is due (2.8)."""
    awaited = rules.awaited(state)
    if len(awaited) != 1 or CHANCE in awaited:
        return None
    (seat,) = awaited
    pick = rules.preferred_pick(state, order)
    return None if pick is None else (seat, pick)
