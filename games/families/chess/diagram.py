from __future__ import annotations

from dataclasses import replace

from games.diagrams.base import Diagram
from games.diagrams.boards import plain_board
from games.families.chess.rules import (
    Chess,
    Position,
    checked_king_square,
    pieces_by_square,
    promotion_letter,
)


def draw(_: Chess, state: Position) -> Diagram:
    """Draw a position with white at the bottom."""
    board = plain_board(8, 8, pieces_by_square(state.core), ground="squares")
    return replace(board, alarm=frozenset(checked_king_square(state.core)))


def clicks(rules: Chess, state: Position | None, move: int) -> tuple[str, ...]:
    """Return both squares and, for a promotion, the letter of the new piece."""
    squares, piece = rules.places(state, move), promotion_letter(move)
    return (*squares, piece) if piece else squares
