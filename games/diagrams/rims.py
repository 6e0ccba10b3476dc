"""Names of rows and columns: on the wooden frame, or inside boards with a strip."""

from __future__ import annotations

from html import escape
from math import ceil

from games.diagrams.base import Cell, Diagram
from games.diagrams.ink import FONT_FAMILY, SOFT, UNIT, Pen, tag

PHONE_WIDTH = 328  # pixels: usable width of the narrowest screens
MIN_FONT_PIXELS = 11.3  # pixels
STORE_WIDTH = 130  # width of a store beside the board
SELF_NAMED_GROUNDS = frozenset({"track"})  # grounds whose fields show their own names


def font_size_for(width: float) -> int:
    """Return the font size that is legible on a phone for a picture of this width."""
    return max(20, ceil(width * MIN_FONT_PIXELS / (PHONE_WIDTH - 1.5 * MIN_FONT_PIXELS)))


def rim_widths(diagram: Diagram) -> tuple[int, int, int, int]:
    """Return the width of the wooden frame: left, top, right, bottom."""
    if diagram.ground in SELF_NAMED_GROUNDS or diagram.strip or diagram.near:
        return 0, 0, 0, 0
    size = _font_size(diagram)
    if not diagram.slanted:
        return round(size * (1.5 if diagram.shape[1] > 9 else 1.15)), 0, 0, round(size * 1.25)
    beyond = rim_reach(diagram) - UNIT // 2
    return beyond, beyond, beyond, beyond


def rim_reach(diagram: Diagram) -> int:
    """Return how far an irregular frame extends beyond the centre of its outermost squares.

    It also holds the names of diagonals; on boards with few columns there is a minimum.
    """
    return max(68, round(40 + 0.9 * _font_size(diagram)))


def draw_rim_names(pen: Pen) -> str:
    """Draw the names of rows and columns on the frame."""
    diagram = pen.diagram
    if rim_widths(diagram) == (0, 0, 0, 0):
        return ""
    return _draw_slanted_names(pen) if diagram.slanted else _draw_straight_names(pen)


def draw_own_name(pen: Pen, cell: Cell) -> str:
    """Draw the name of a square in its corner, if the board has no frame."""
    diagram = pen.diagram
    if diagram.near:
        return _draw_name(pen, cell.name, 96, 15, 25, "end", kind="d-label")
    if not diagram.strip:
        return ""
    columns, rows = diagram.shape
    beside = any(store.side == "beside" for store in diagram.stores)
    size = font_size_for((columns + 2) * UNIT + 20 + (STORE_WIDTH if beside else 0))
    if cell.in_strip:
        return _draw_name(pen, cell.name, 10, 10 + 0.7 * size, size, "start", kind="d-label")
    written = ""
    if cell.x == 0:
        written += _draw_name(
            pen, cell.name[1:], 10, 10 + 0.7 * size, size, "start", kind="d-label"
        )
    if cell.y == rows - 1:
        written += _draw_name(pen, cell.name[0], 90, 90, size, "end", kind="d-label")
    return written


def _font_size(diagram: Diagram) -> int:
    return font_size_for(diagram.shape[0] * UNIT + 20)


def _draw_straight_names(pen: Pen) -> str:
    """Draw numbers left of the rows and letters below the columns."""
    columns, rows = pen.diagram.shape
    size = _font_size(pen.diagram)
    left, _top, _right, below = rim_widths(pen.diagram)
    down = range(rows)
    numbers = [str(y + 1 if pen.diagram.turned else rows - y) for y in down]
    return "".join(
        _draw_name(pen, number, -left / 2, y * UNIT + 50 + 0.35 * size, size, "middle")
        for y, number in zip(down, numbers, strict=True)
    ) + "".join(
        _draw_name(pen, name, x * UNIT + 50, rows * UNIT + below / 2 + 0.28 * size, size, "middle")
        for x, name in enumerate(pen.diagram.files[:columns])
    )


def _draw_slanted_names(pen: Pen) -> str:
    """Draw letters before the rows, and numbers at the ends of diagonals or rows."""
    size = _font_size(pen.diagram)
    rows: dict[int, list[Cell]] = {}
    numbers: dict[str, Cell] = {}
    for cell in pen.diagram.cells:
        rows.setdefault(cell.y, []).append(cell)
        numbers[cell.name[1:]] = cell  # the lowest comes last
    holes = pen.diagram.ground == "holes"
    written = ""
    for row in rows.values():
        x, y = pen.at(min(row, key=lambda cell: cell.x))
        near = 4 if holes else 1  # leave room for the ring of the last move
        letter = row[0].name[0]
        last = str(len(row)) if holes and len(row) < pen.diagram.shape[0] else ""
        if holes and pen.diagram.turned:  # rows start at the right
            letter, last = last, letter
        written += _draw_name(pen, letter, x + near, y + 50 + 0.35 * size, size, "end")
        x, _y = pen.at(max(row, key=lambda cell: cell.x))
        written += (
            _draw_name(pen, last, x + 97, y + 50 + 0.35 * size, size, "start") if last else ""
        )
    if holes:
        return written
    # Beyond the last square of each diagonal; all are parallel.
    lean = _row_shift(pen.diagram)
    for number, cell in numbers.items():
        x, y = pen.at(cell)
        end_x, end_y = x + 50 + lean * 0.62 * UNIT, y + 50 + 0.87 * 0.62 * UNIT
        written += _draw_name(pen, number, end_x, end_y + 0.35 * size, size, "middle")
    return written


def _row_shift(diagram: Diagram) -> float:
    """Return how many columns a diagonal moves to the right per row down."""
    places: dict[str, Cell] = {}
    for cell in diagram.cells:
        above = places.get(cell.name[1:])
        if above is not None:
            return cell.x - above.x
        places[cell.name[1:]] = cell
    return 0


def _draw_name(
    pen: Pen, name: str, x: float, y: float, size: float, anchor: str, kind: str = "d-edge"
) -> str:
    """Draw the name of a square, a row or a column."""
    return draw_text(pen, name, x, y, size, anchor, kind=kind, fill=SOFT)


def draw_text(
    pen: Pen, text: str, x: float, y: float, size: float, anchor: str, *, kind: str, fill: str
) -> str:
    return tag(
        "text",
        escape(text),
        class_=pen.kind(kind),
        x=f"{x:g}",
        y=f"{y:g}",
        fill=fill,
        font_family=FONT_FAMILY if pen.standalone else None,
        font_size=f"{size:g}",
        text_anchor=None if anchor == "start" else anchor,
        aria_hidden=pen.hidden(),
    )
