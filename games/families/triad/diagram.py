from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.diagrams.base import Diagram, Store
from games.diagrams.boards import plain_board
from games.families.places import clicks_from_places
from games.families.triad.board import CELLS
from games.families.triad.rules import (
    SIDES,
    Position,
    Triad,
    board_after_move,
    die_name,
    is_turn_in_place,
    triads_at,
)
from games.rules.series import Series


def draw(_: Triad, state: Position) -> Diagram:
    """Draw a position with the removed dice below it."""
    pieces = {name: die_name(die) for name, die in zip(CELLS, state.board, strict=True)}
    gone = tuple(
        (f"{side}0", 1) for side, n in zip(SIDES, state.removed, strict=True) for _die in range(n)
    )
    drawn = plain_board(6, 6, pieces, ground="cells")
    return replace(drawn, stores=(Store("removed", gone),) if gone else ())


def draw_partial_move(rules: Triad, state: Position, clicks: Sequence[str]) -> Diagram | None:
    """Draw a moved die and its triads while the die to remove is still to be chosen."""
    if len(clicks) != 2 or not {*clicks} <= {*CELLS}:
        return None
    start, end = map(CELLS.index, clicks)
    board = board_after_move(state.board, start, end)
    lines = tuple(tuple(CELLS[cell] for cell in three) for three in triads_at(board, end))
    return replace(draw(rules, state._replace(board=board)), lines=lines)


def clicks(rules: Series[Position, int], state: Any, move: int) -> tuple[str, ...]:
    """Return the cells of a move; a die turned in place is its cell and a button."""
    places = clicks_from_places(rules, state, move)
    return (*places, rules.spell(move)) if is_turn_in_place(move) else places
