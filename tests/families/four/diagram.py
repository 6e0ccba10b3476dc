"""Draws the board; a click on any free cell of a column drops a chip into it."""

from __future__ import annotations

from dataclasses import replace

from games.diagrams.base import Diagram
from games.diagrams.boards import plain_board
from tests.families.four.rules import COLUMNS, ROWS, Four, Position, name_of


def draw(rules: Four, state: Position) -> Diagram:
    pieces = {
        name_of(x, y): piece
        for x, column in enumerate(state.columns)
        for y, piece in enumerate(column)
    }
    del rules
    drawn = plain_board(COLUMNS, ROWS, pieces, ground="cells")
    return replace(drawn, lines=tuple(cells for cells, _piece in state.rows))


def cells(rules: Four, diagram: Diagram, move: int) -> frozenset[str]:
    """Return the highest chip of the column of a move."""
    column = [cell for cell in diagram.cells if cell.name[0] == rules.spell(move) and cell.piece]
    return frozenset({min(column, key=lambda cell: cell.y).name}) if column else frozenset()
