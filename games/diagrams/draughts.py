"""Draws the draughts board: squares of two colours, men and crowned kings."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.diagrams.boards import plain_board
from games.rules.draughts import Draughts
from games.rules.draughts_board import NAMES, Position
from games.rules.grid import places_of


def draw(_: Draughts, state: Position) -> Diagram:
    """Draw a position."""
    pieces = {
        NAMES[square]: "wb"[seat] + "K" * (state.kings >> square & 1)
        for seat in (0, 1)
        for square in places_of(state.pieces[seat])
    }
    return plain_board(8, 8, pieces, ground="squares")
