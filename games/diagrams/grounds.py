"""What lies under the pieces: tiles, squares, points joined by rails, or holes."""

from __future__ import annotations

from html import escape

from games.diagrams.base import Cell, Diagram
from games.diagrams.ink import EDGE, FACE, INK, SOFT, TINTS, UNIT, Pen, tag

DARK, LIGHT = "#c49b6a", "#f3e3c3"
MARGIN, BEYOND = 44, 20  # space for the names of rows before them, of last places behind
STORE, LABEL = 48, 112  # height of a row of pieces beside the board, width of its name


def ground(pen: Pen, cell: Cell) -> str:
    """Draw the place itself, before its name and its piece."""
    style = pen.diagram.ground
    if style == "squares":
        fill = DARK if cell.dark else LIGHT
        kind = pen.kind("d-dark" if cell.dark else "d-light")
        return tag("rect", class_=kind, width=UNIT, height=UNIT, fill=fill)
    if style == "points":
        return tag("circle", class_=pen.kind("d-point"), cx=50, cy=50, r=9, fill=INK)
    if style == "track":
        return _field(pen, cell)
    if style == "holes":
        fill = TINTS[cell.tint] if cell.tint else "#d3c4a1"
        look = {"fill": fill, "stroke": EDGE, "stroke_width": 2}
        return tag("circle", class_=pen.kind("d-hole"), cx=50, cy=50, r=30, **look)
    return tag(
        "rect",
        class_=pen.kind("d-cell"),
        x=4,
        y=4,
        width=92,
        height=92,
        rx=9,
        fill="#fbf7ec",
        stroke="#b9ab8c",
        stroke_width=1.5,
    )


def _field(pen: Pen, cell: Cell) -> str:
    """Draw one field of a track in the tint of its colour, with what is written on it."""
    kind = pen.kind(f"d-cell d-tint-{cell.tint.lower()}" if cell.tint else "d-cell")
    box = {"x": 4, "y": 4, "width": 92, "height": 92, "rx": 22}
    look = {"fill": TINTS[cell.tint], "stroke": EDGE, "stroke_width": 3 if cell.tint else 1.5}
    drawn = tag("rect", class_=kind, **box, **look)
    if not cell.mark or cell.piece:
        return drawn
    number = cell.mark == cell.name
    return drawn + tag(
        "text",
        escape(cell.mark),
        class_=pen.kind("d-mark d-mark--number" if number else "d-mark"),
        x=50,
        y=61,
        fill=SOFT if number else INK,
        font_family=FACE,
        font_size=30,
        text_anchor="middle",
        aria_hidden=None if pen.standalone else "true",
    )


def edge_names(pen: Pen, cell: Cell) -> str:
    """Write a row's name at its left end, and a column's at its lower end."""
    rows = pen.diagram.shape[1]
    names = ""
    if cell.x == 0:
        names += _edge_name(pen, cell.name[1:], 5, 23, "start")
    if cell.y == rows - 1:
        names += _edge_name(pen, cell.name[0], 95, 95, "end")
    return names


def _edge_name(pen: Pen, name: str, x: int, y: int, anchor: str) -> str:
    """Write one name; squares keep their colours in the dark, so it does, too."""
    return tag(
        "text",
        name,
        class_=pen.kind("d-edge"),
        x=x,
        y=y,
        fill=INK,
        font_family=FACE,
        font_size=24,
        text_anchor=anchor,
        aria_hidden=None if pen.standalone else "true",
    )


def rails(pen: Pen) -> str:
    """Draw the lines along which pieces stand and move."""
    places = pen.diagram.by_name
    return "".join(
        tag(
            "line",
            class_=pen.kind("d-rail"),
            x1=places[one].x * UNIT + 50,
            y1=places[one].y * UNIT + 50,
            x2=places[other].x * UNIT + 50,
            y2=places[other].y * UNIT + 50,
            stroke=SOFT,
            stroke_width=5,
            stroke_linecap="round",
        )
        for one, other in pen.diagram.rails
    )


def has_row_names(diagram: Diagram) -> bool:
    """Whether rows lie askew, so that their letters stand before them."""
    return diagram.slanted and diagram.ground == "points"


def row_names(pen: Pen) -> str:
    """Write the letter of every row before its first place."""
    if not has_row_names(pen.diagram):
        return ""
    first: dict[int, Cell] = {}
    for cell in pen.diagram.cells:
        if cell.y not in first or cell.x < first[cell.y].x:
            first[cell.y] = cell
    look = {"fill": SOFT, "font_family": FACE, "font_size": 40, "text_anchor": "middle"}
    hidden = None if pen.standalone else "true"
    return "".join(
        tag(
            "text",
            cell.name[0],
            class_=pen.kind("d-row"),
            x=cell.x * UNIT - 20,
            y=cell.y * UNIT + 64,
            **look,
            aria_hidden=hidden,
        )
        for cell in first.values()
    )


def count(pen: Pen, number: int) -> str:
    """Write how many pieces of a kind are still in hand, right of the piece."""
    return tag(
        "text",
        f"× {number}",
        class_=pen.kind("d-count"),
        x=100,
        y=63,
        fill=INK,
        font_family=FACE,
        font_size=36,
    )


def label(pen: Pen, text: str) -> str:
    """Write what a row of pieces beside the board is."""
    return tag(
        "text",
        escape(text),
        class_=pen.kind("d-store"),
        x=2,
        y=30,
        fill=INK,
        font_family=FACE,
        font_size=15,
    )


def cylinder(pen: Pen) -> str:
    """Draw the cylinder that stands round the letter of a disc."""
    look = {"fill": "none", "stroke": "#fffdf5", "stroke_width": 5}
    rim = tag("circle", cx=50, cy=50, r=26, fill="none", stroke=INK, stroke_width=9)
    return rim + tag("circle", class_=pen.kind("d-cylinder"), cx=50, cy=50, r=26, **look)
