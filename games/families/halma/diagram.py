from __future__ import annotations

from games.diagrams.base import Cell, Diagram, reading_order
from games.families.halma.board import COORDINATES, CORNER_MASKS, POINTS, points_of, target_corner
from games.families.halma.rules import LETTERS, Halma, State

_STAR = (("a1", "m1", "m13"), ("q1", "e1", "e13"))


def draw(rules: Halma, state: State) -> Diagram:
    """Draw the star; each seat's target corner is tinted in its colour."""
    count = len(state.men)
    seats = range(count)
    there = {point: LETTERS[seat] for seat in seats for point in points_of(state.men[seat])}
    tints = {
        point: LETTERS[seat]
        for seat in seats
        for point in points_of(CORNER_MASKS[target_corner(count, seat)])
    }
    cells = [
        Cell(name, (x + 12) / 2, y, there.get(point, ""), tint=tints.get(point, ""))
        for point, (name, (x, y)) in enumerate(zip(POINTS, COORDINATES, strict=True))
    ]
    board = rules.letters(state)
    return Diagram(
        (13, 17), reading_order(cells), ground="holes", slanted=True, drawn=board, tray=_STAR
    )
