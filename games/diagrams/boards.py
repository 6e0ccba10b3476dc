"""Diagrams of square boards, with or without the sliding strip (rule book 2.1, 2.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from games.diagrams.base import FILES, SIDES, Cell, Diagram, Slot, Store, reading_order

DIE_WIDTH = 1.5  # width of a die on a board, in columns


def main_cells(columns: int, rows: int, pieces: Mapping[str, str]) -> list[Cell]:
    """Return the cells of the main board from the top left; a1 is at the bottom left."""
    return [
        Cell(name := f"{FILES[x]}{rows - y}", x, y, pieces.get(name, ""))
        for y in range(rows)
        for x in range(columns)
    ]


def strip_places(columns: int, rows: int, side: str) -> list[tuple[str, int, int]]:
    """Return name and coordinates of the strip's cells, clockwise (rule book 2.5)."""
    across, down = range(columns), range(rows)
    places = {
        "N": [(x, -1) for x in across],
        "E": [(columns, y) for y in down],
        "S": [(x, rows) for x in reversed(across)],
        "W": [(-1, y) for y in reversed(down)],
    }[side]
    return [(f"s{number}", x, y) for number, (x, y) in enumerate(places, 1)]


def strip_cells(columns: int, rows: int, side: str, pieces: Mapping[str, str]) -> list[Cell]:
    return [
        Cell(name, x, y, pieces.get(name, ""), in_strip=True)
        for name, x, y in strip_places(columns, rows, side)
    ]


def slide_slots(columns: int, rows: int, side: str) -> tuple[Slot, ...]:
    """Return the three sides without the strip."""
    boxes = {
        "N": (0, -1, columns, 1),
        "E": (columns, 0, 1, rows),
        "S": (0, rows, columns, 1),
        "W": (-1, 0, 1, rows),
    }
    return tuple(Slot(f"slide {to}", to, *boxes[to]) for to in SIDES if to != side)


def board(
    columns: int,
    rows: int,
    pieces: Mapping[str, str],
    *,
    side: str | None = None,
    lines: Iterable[Collection[str]] = (),
) -> Diagram:
    """Return the diagram of a board, with the strip at `side` if given."""
    cells = main_cells(columns, rows, pieces)
    slots: tuple[Slot, ...] = ()
    if side:
        cells += strip_cells(columns, rows, side, pieces)
        slots = slide_slots(columns, rows, side)
    cells.sort(key=lambda cell: (cell.y, cell.x))
    return Diagram(
        (columns, rows), tuple(cells), side, slots, lines=tuple(tuple(line) for line in lines)
    )


def plain_board(
    columns: int,
    rows: int,
    pieces: Mapping[str, str],
    *,
    ground: str,
    stores: tuple[Store, ...] = (),
) -> Diagram:
    """Return a square board without a strip; on two-coloured boards a1 is dark."""
    cells = tuple(
        replace(cell, dark=(cell.x + rows - 1 - cell.y) % 2 == 0)
        for cell in main_cells(columns, rows, pieces)
    )
    return Diagram((columns, rows), cells, ground=ground, stores=stores)


def rotate_diagram(diagram: Diagram) -> Diagram:
    """Return a board as seen from the opposite side; applying it twice gives the same board.

    Sides keep their names: north is then at the bottom.
    """
    columns, rows = diagram.shape
    cells = [
        replace(cell, x=columns - 1 - cell.x, y=rows - 1 - cell.y)
        for cell in reversed(diagram.cells)
    ]
    slots = [
        replace(slot, x=columns - slot.x - slot.width, y=rows - slot.y - slot.height)
        for slot in diagram.slots
    ]
    walls = [(columns - a, rows - b, columns - c, rows - d) for a, b, c, d in diagram.walls]
    die = diagram.die
    if die is not None:
        die = replace(die, x=columns - DIE_WIDTH - die.x, y=rows - DIE_WIDTH - die.y)
    return replace(
        diagram,
        cells=reading_order(cells),
        slots=tuple(slots),
        walls=tuple(walls),
        die=die,
        turned=not diagram.turned,
    )


def hand_stores(numbers: Iterable[int]) -> tuple[Store, ...]:
    """Return the row of white and black pieces not yet on the board, if any."""
    pieces = tuple((piece, number) for piece, number in zip("wb", numbers, strict=True) if number)
    return (Store("hand", pieces),) if pieces else ()
