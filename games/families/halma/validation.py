"""Invariants of every Halma position (rule book section 10)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from games.rules.base import all_ints

if TYPE_CHECKING:
    from games.families.halma.rules import State

MEN: Final = 10
_RUNNING, _LEFT, _HOME = "", "last_left", ("home", "home_blocked")
ENDINGS: Final = (_RUNNING, _LEFT, *_HOME, "repetition", "turn_limit")


def is_valid_position(
    state: "State", marks: Sequence[int], goals: Sequence[int], turns: int
) -> bool:
    """Whether men, turn and ending are consistent; `marks` are those of all positions."""
    count = len(state.men)
    seats = range(count)
    if not all_ints(state.turn, state.plies, state.winner, *state.out):
        return False
    if state.turn not in seats or type(state.anti_block) is not bool:
        return False
    if not 0 <= state.plies <= turns * count or state.ending not in ENDINGS:
        return False
    if len(set(state.out)) != len(state.out) or not set(state.out) <= set(seats):
        return False
    if any(not 0 <= mark < 1 << 64 for mark in marks):
        return False
    return _are_men_valid(state, len(marks) - 1) and _is_ending_valid(state, marks, goals, turns)


def _are_men_valid(state: "State", past: int) -> bool:
    """Whether no two men share a point and, if there is a history, none is missing."""
    counts = [mask.bit_count() for mask in state.men]
    taken = 0
    for mask in state.men:
        taken |= mask
    whole_teams = all(count == MEN for count in counts) and past == state.plies
    return taken.bit_count() == sum(counts) and max(counts) <= MEN and (not past or whole_teams)


def _is_ending_valid(
    state: "State", marks: Sequence[int], goals: Sequence[int], turns: int
) -> bool:
    """Whether the match has the ending and the winner that its position implies."""
    left = [seat for seat in range(len(state.men)) if seat not in state.out]
    if len(left) < 2 or state.ending == _LEFT:
        return (state.ending, [state.winner]) == (_LEFT, left)
    if state.ending in _HOME:
        return state.winner in left and (
            state.ending != "home" or not goals[state.winner] & ~state.men[state.winner]
        )
    capped = state.plies >= turns * len(state.men)
    again = marks.count(marks[-1]) > 2
    shown = {"repetition": again, "turn_limit": capped, _RUNNING: not again and not capped}
    return state.winner == -1 and shown[state.ending] and (bool(state.ending) or state.turn in left)
