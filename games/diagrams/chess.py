"""Draws the chess board."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.diagrams.boards import plain_board
from games.rules.chess import Chess, Position, men_of


def draw(_: Chess, state: Position) -> Diagram:
    """Draw a position, white at the lower side."""
    return plain_board(8, 8, men_of(state.core), ground="squares")
