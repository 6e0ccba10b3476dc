from __future__ import annotations

from dataclasses import replace

from games.diagrams.base import Diagram
from games.diagrams.boards import plain_board
from games.families.chess.rules import Chess, Position, king_attacked, men_of, promotion_letter


def draw(_: Chess, state: Position) -> Diagram:
    """Draw a position with white at the bottom."""
    board = plain_board(8, 8, men_of(state.core), ground="squares")
    return replace(board, alarm=frozenset(king_attacked(state.core)))


def clicks(rules: Chess, state: Position | None, move: int) -> tuple[str, ...]:
    """Return both squares and, for a promotion, the letter of the new piece."""
    squares, piece = rules.places(state, move), promotion_letter(move)
    return (*squares, piece) if piece else squares
