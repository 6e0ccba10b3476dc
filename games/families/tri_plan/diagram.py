from __future__ import annotations

from games.diagrams.base import Cell, Diagram, Store
from games.families.tri_plan.hexagon import ROWS, WIDTH, name_of, points_on
from games.families.tri_plan.rules import COLOURS, TriPlan
from games.families.tri_plan.turns import Position
from games.rules.grid import bit_indexes

_PIECES = {"G": "G", "Y": "Y", "B": "U"}
_NAMES = ("green", "yellow", "blue")


def draw(rules: TriPlan, state: Position) -> Diagram:
    """Draw a position with each colour's prisoners and stones to place again below it."""
    points = bit_indexes(points_on(state.edge))
    cells = sorted((_cell(state, point) for point in points), key=lambda cell: (cell.y, cell.x))
    rows = 2 * state.edge - 1
    names = {cell.name for cell in cells}
    rails = tuple(
        (name_of(point), other)
        for point in points
        for other in (
            name_of(point + 1),
            *(name_of(point + WIDTH + step) for step in (0, 1) if point // WIDTH + 1 < len(ROWS)),
        )
        if other in names
    )
    stores = tuple(
        Store(f"{name} {what}", ((_PIECES[colour], number),))
        for what, numbers in (("keeps", state.prisoners), ("sets", state.credits))
        for name, colour, number in zip(_NAMES, COLOURS, numbers, strict=True)
        if number
    )
    return Diagram(
        (rows, rows),
        tuple(cells),
        ground="points",
        rails=rails,
        stores=stores,
        slanted=True,
        tray=(_corners(state.edge),),
        drawn=rules.letters(state),
    )


def _corners(edge: int) -> tuple[str, ...]:
    """Return the six corners of a hexagon with so many points per edge, in order."""
    low, middle, high = ROWS[0], ROWS[edge - 1], ROWS[2 * edge - 2]
    most = 2 * edge - 1
    return (
        f"{low}1",
        f"{low}{edge}",
        f"{middle}{most}",
        f"{high}{most}",
        f"{high}{edge}",
        f"{middle}1",
    )


def _cell(state: Position, point: int) -> Cell:
    row, number = divmod(point, WIDTH)
    shift = (row - state.edge + 1) / 2
    piece = next((c for c, own in zip(COLOURS, state.stones, strict=True) if own >> point & 1), "")
    y = 2 * state.edge - 2 - row
    return Cell(name_of(point), number - 1 - shift, y, _PIECES.get(piece, ""))
