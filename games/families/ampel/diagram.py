"""Draws the triangle of Ampel: discs, cylinders, and each player's supply and yellow discs."""

from __future__ import annotations

from games.diagrams.base import Cell, Diagram, Store
from games.families.ampel.notation import Move
from games.families.ampel.rules import DISCS, Ampel, Position, routes_and_signals
from games.families.ampel.trigrid import INDEX, OFF, POINTS, ROWS

_ROW_COUNT = len(ROWS)
_RAILS = tuple(
    ends
    for n, row in enumerate(ROWS, 1)
    for ends in (
        (f"{row}1", f"{row}{n}"),
        (f"{row}1", f"{ROWS[-1]}{_ROW_COUNT - n + 1}"),
        (f"{row}{n}", f"{ROWS[-1]}{n}"),
    )
    if ends[0] != ends[1]
)

_TRAY = ((f"{ROWS[0]}1", f"{ROWS[-1]}1", f"{ROWS[-1]}{_ROW_COUNT}"),)


def draw(_: Ampel, state: Position) -> Diagram:
    """Draw a position; a disc with a cylinder on it is a separate kind of piece."""
    cells = tuple(_cell(state, point) for point in range(OFF))
    sides = zip(("red", "green"), "RG", state.supply, state.taken, strict=True)
    stores = tuple(
        Store(name, tuple((piece, n) for piece, n in ((disc, supply), ("Y", taken)) if n))
        for name, disc, supply, taken in sides
    )
    shape = (_ROW_COUNT, _ROW_COUNT)
    return Diagram(
        shape, cells, ground="points", rails=_RAILS, stores=stores, slanted=True, tray=_TRAY
    )


def routes(before: Position, move: Move) -> tuple[tuple[str, ...], ...]:
    """Return one possible route of each disc that a turn moves."""
    if before.turn < 0:
        return ()
    return tuple(way for way, _signals in routes_and_signals(before, move) if way)


def _cell(state: Position, point: int) -> Cell:
    name = POINTS[point]
    row, number = ROWS.index(name[0]), int(name[1:])
    piece = DISCS[state.board[point]].strip(".")
    if INDEX[name] in state.cylinders:
        piece += "c"
    return Cell(name, number - 1 + (_ROW_COUNT - 1 - row) / 2, row, piece)
