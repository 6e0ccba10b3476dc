from __future__ import annotations

from dataclasses import replace

from games.diagrams.base import Diagram
from games.diagrams.boards import hand_stores, plain_board
from games.families.five.rules import Five, Position, name_of
from games.rules.grid import bit_indexes


def draw(rules: Five, state: Position) -> Diagram:
    """Draw a position with a completed row and the stones still in hand."""
    pieces = {
        name_of(cell): piece
        for piece, own in zip("wb", state.stones, strict=True)
        for cell in bit_indexes(own)
    }
    stores = hand_stores(state.hands)
    drawn = plain_board(state.size, state.size, pieces, ground="cells", stores=stores)
    outcome = rules.outcome(state)
    return replace(drawn, lines=tuple(line.cells for line in outcome.lines) if outcome else ())
