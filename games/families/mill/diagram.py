from __future__ import annotations

from itertools import pairwise

from games.diagrams.base import Cell, Diagram
from games.diagrams.boards import hand_stores
from games.families.mill.board import MILLS, POINTS
from games.families.mill.rules import Mill, Position
from games.rules.grid import bit_indexes

_RAILS = tuple(pair for names in MILLS for pair in pairwise(names))


def draw(_: Mill, state: Position) -> Diagram:
    """Draw a position with the stones still in hand below it."""
    white, black = state.stones
    pieces = {POINTS[point]: "w" for point in bit_indexes(white)}
    pieces |= {POINTS[point]: "b" for point in bit_indexes(black)}
    cells = [
        Cell(name, "abcdefg".index(name[0]), 7 - int(name[1]), pieces.get(name, ""))
        for name in POINTS
    ]
    cells.sort(key=lambda cell: (cell.y, cell.x))
    stores = hand_stores(state.hands)
    return Diagram((7, 7), tuple(cells), ground="points", rails=_RAILS, stores=stores)
