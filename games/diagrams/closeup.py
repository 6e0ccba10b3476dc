"""Enlarged parts of large boards, for choosing with a thumb."""

from __future__ import annotations

from dataclasses import replace
from math import floor

from games.diagrams.base import Diagram

MAX_COLUMNS, MAX_SLANTED_COLUMNS = 13, 8  # columns that fit a phone
GROUNDS = frozenset({"points", "cells", "holes"})  # a move starts with one of many squares
COLUMNS_AROUND, ROWS_AROUND = 3, 2  # squares shown on either side of the middle


def starts_zoomed_out(diagram: Diagram) -> bool:
    """Whether a phone shows the whole board first, although its squares are too small to tap."""
    most = MAX_SLANTED_COLUMNS if diagram.slanted else MAX_COLUMNS
    return diagram.ground in GROUNDS and diagram.shape[0] > most


def close_up(diagram: Diagram, middle: str) -> Diagram | None:
    """Return the part of a board around a square; None if the square does not exist."""
    centre = diagram.by_name.get(middle)
    if centre is None:
        return None
    cells = [
        cell
        for cell in diagram.cells
        if abs(cell.x - centre.x) <= COLUMNS_AROUND and abs(cell.y - centre.y) <= ROWS_AROUND
    ]
    left, top = floor(min(cell.x for cell in cells)), min(cell.y for cell in cells)
    moved = tuple(replace(cell, x=cell.x - left, y=cell.y - top) for cell in cells)
    names = {cell.name for cell in cells}
    columns = floor(max(cell.x for cell in moved) + 1.5)
    return replace(
        diagram,
        shape=(columns, max(cell.y for cell in moved) + 1),
        cells=moved,
        rails=tuple(rail for rail in diagram.rails if names.issuperset(rail)),
        lines=tuple(line for line in diagram.lines if names.issuperset(line)),
        routes=tuple(route for route in diagram.routes if names.issuperset(route)),
        stores=(),
        drawn="",
        tray=(),
        near=True,
    )
