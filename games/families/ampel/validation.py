"""Invariants of every Ampel position between two steps (rule book 4.2 to 4.6)."""

from typing import TYPE_CHECKING, Final

from games.families.ampel.trigrid import INSIDE, OFF
from games.rules.base import all_ints

if TYPE_CHECKING:
    from games.families.ampel.rules import Position

_YELLOW: Final = 3
_DISC_KINDS: Final = 4
_KEY_LENGTH: Final = OFF + 5  # discs, two cylinders, the side to move, discs taken by each


def is_valid_position(state: "Position", supply: int, quiet: int) -> bool:
    """Whether discs, cylinders and counts are consistent."""
    numbers = (state.turn, state.step, state.yellow, state.quiet, *state.supply, *state.taken)
    if not all_ints(*numbers) or state.turn not in (-1, 0, 1) or state.step not in range(4):
        return False
    if len(state.board) != OFF or not -1 <= state.quiet <= quiet or min(state.taken) < 0:
        return False
    laid = [state.board.count(disc) for disc in range(_DISC_KINDS)]
    if any(laid[1 + seat] + left != supply for seat, left in enumerate(state.supply)):
        return False
    if any(len(key) != _KEY_LENGTH for key in state.seen):
        return False
    return (
        _is_valid_after_setup(state, laid[_YELLOW])
        if state.step
        else _is_valid_setup(state, laid[_YELLOW])
    )


def _is_valid_setup(state: "Position", yellow: int) -> bool:
    """Whether the setup is still consistent: only yellow discs, inside, not all placed (4.2)."""
    nothing = (state.cylinders, state.taken, state.quiet, state.seen)
    begun = state.turn >= 0 or yellow == 0
    inside = all(not disc or point in INSIDE for point, disc in enumerate(state.board))
    reds = state.board.count(1) + state.board.count(2)
    fresh = nothing == ((OFF, OFF), (0, 0), 0, ()) and not reds
    return fresh and begun and inside and yellow < state.yellow


def _is_valid_after_setup(state: "Position", yellow: int) -> bool:
    """Whether no yellow disc is missing and cylinders stand on their owners' discs (4.3, AM-5)."""
    cylinders = all(
        point == OFF or state.board[point] == seat + 1 for seat, point in enumerate(state.cylinders)
    )
    return state.turn >= 0 and cylinders and yellow + sum(state.taken) == state.yellow
