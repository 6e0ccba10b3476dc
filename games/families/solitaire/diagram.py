from __future__ import annotations

from games.diagrams.base import Cell, Diagram
from games.families.solitaire.board import FILES, HOLES
from games.families.solitaire.rules import Position, Solitaire


def draw(_: Solitaire, state: Position) -> Diagram:
    cells = [
        Cell(name, FILES.index(name[0]), 7 - int(name[1]), "o" if state.pegs >> hole & 1 else "")
        for hole, name in enumerate(HOLES)
    ]
    cells.sort(key=lambda cell: (cell.y, cell.x))
    return Diagram((7, 7), tuple(cells), ground="holes")
