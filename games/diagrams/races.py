"""Draws the boards of the races: the cross of Mensch, the star of Halma, the path of the geese."""

from __future__ import annotations

from typing import Final

from games.diagrams.base import Cell, Diagram
from games.rules.cross import COLOURS, LAYOUT, standing
from games.rules.goose import AGAIN, BROKEN_LEG, GOAL, LOCKS, MISSES, POT, SHIFTS, Goose
from games.rules.goose import State as GooseState
from games.rules.halma import CORNER, LETTERS, PLACES, POINTS, Halma, points_of, target
from games.rules.halma import State as HalmaState
from games.rules.mensch import Mensch
from games.rules.pawns import State as MenschState

_ENTRIES: Final = {"0": "Y", "10": "G", "20": "R", "30": "B"}
_GEESE: Final = "YGRB"
_COLUMNS: Final = 9


def _sorted(cells: list[Cell]) -> tuple[Cell, ...]:
    """Put cells into reading order."""
    return tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))


def draw_mensch(rules: Mensch, state: MenschState) -> Diagram:
    """Draw the cross in the tints of the colours; in its middle who is to move and the roll."""
    there = standing(state.pawns)
    cells = [_cross_cell(place, x, y, there.get(place, "")) for place, (x, y) in LAYOUT.items()]
    if not state.ending:
        mover = COLOURS[state.turn]
        cells.append(Cell(mover, 5, 5, tint=mover, mark=str(state.roll or "?")))
    board = rules.letters(state)
    return Diagram((11, 11), _sorted(cells), ground="track", drawn=board)


def _cross_cell(place: str, x: int, y: int, men: str) -> Cell:
    """Draw one place of the cross; A fields and goal fields say what they are."""
    tint = _ENTRIES.get(place, place[0] if place[0] in COLOURS else "")
    mark = "A" if place in _ENTRIES else place[1:] if place[1:].isalpha() else ""
    return Cell(place, x, y, men[:1], others=tuple(men[1:]), tint=tint, mark=mark)


def draw_halma(rules: Halma, state: HalmaState) -> Diagram:
    """Draw the star; every seat's target corner has the tint of its colour."""
    count = len(state.men)
    seats = range(count)
    there = {point: LETTERS[seat] for seat in seats for point in points_of(state.men[seat])}
    tints = {
        point: LETTERS[seat] for seat in seats for point in points_of(CORNER[target(count, seat)])
    }
    cells = [
        Cell(name, (x + 12) / 2, y, there.get(point, ""), tint=tints.get(point, ""))
        for point, (name, (x, y)) in enumerate(zip(POINTS, PLACES, strict=True))
    ]
    board = rules.letters(state)
    return Diagram((13, 17), _sorted(cells), ground="holes", slanted=True, drawn=board)


def _spiral(columns: int, rows: int) -> list[tuple[int, int]]:
    """List the places of a rectangle from the bottom left, round and round inwards."""
    free = {(x, y) for x in range(columns) for y in range(rows)}
    (x, y), (dx, dy) = (0, rows - 1), (1, 0)
    path = []
    while free:
        path.append((x, y))
        free.discard((x, y))
        if (x + dx, y + dy) not in free:
            dx, dy = dy, -dx
        x, y = x + dx, y + dy
    return path


def _notice(square: int) -> str:
    """Write in a few signs what a square does."""
    if square in SHIFTS:
        return f"{SHIFTS[square]:+d}".replace("-", "−")
    if square in LOCKS:
        return f"{LOCKS[square]}?"
    signs = {**dict.fromkeys(MISSES, "−1×"), **dict.fromkeys(AGAIN, "+1×")}
    return {**signs, BROKEN_LEG: "…", POT: "✕", GOAL: "★"}.get(square, "")


_PATH: Final = tuple(_spiral(_COLUMNS, 7)[: GOAL + 1])


def draw_goose(rules: Goose, state: GooseState) -> Diagram:
    """Draw the path winding inwards from the meadow; geese that are out are taken off."""
    there: dict[int, str] = {}
    for seat, square in enumerate(state.squares):
        if seat not in state.out:
            there[square] = there.get(square, "") + _GEESE[seat]
    cells = [
        Cell(
            str(square),
            x,
            y,
            there.get(square, "")[:1],
            others=tuple(there.get(square, "")[1:]),
            tint="Y" if _notice(square) else "",
            mark=_notice(square),
        )
        for square, (x, y) in enumerate(_PATH)
    ]
    return Diagram((_COLUMNS, 7), _sorted(cells), ground="track", drawn=rules.letters(state))
