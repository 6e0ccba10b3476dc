"""A part of a large board, for choosing with a thumb what the whole board shows too small."""

from __future__ import annotations

from dataclasses import replace
from math import floor

from games.diagrams.base import Diagram

FAR = 13  # columns: a phone shows more of them only small
SINGLE = frozenset({"points", "cells"})  # grounds on which a place is a move
ACROSS, ALONG = 3, 2  # places that are shown to the sides of the middle, and above and below


def is_far(diagram: Diagram) -> bool:
    """Whether a phone begins with the whole board: so many places, each of them a move."""
    return diagram.ground in SINGLE and diagram.shape[0] > FAR


def close_up(diagram: Diagram, middle: str) -> Diagram | None:
    """Return what lies around a place; None if it is not on the board."""
    centre = diagram.by_name.get(middle)
    if centre is None:
        return None
    cells = [
        cell
        for cell in diagram.cells
        if abs(cell.x - centre.x) <= ACROSS and abs(cell.y - centre.y) <= ALONG
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
        stores=(),
        drawn="",
    )
