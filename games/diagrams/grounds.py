"""Draws the squares themselves: tiles, squares, points joined by rails, holes or track fields."""

from __future__ import annotations

from games.diagrams.base import Cell
from games.diagrams.ink import EDGE, INK, SOFT, TINTS, UNIT, Pen, tag
from games.diagrams.track import draw_field

DARK, LIGHT = "#c49b6a", "#f3e3c3"


def draw_ground(pen: Pen, cell: Cell) -> str:
    """Draw an empty square."""
    style = pen.diagram.ground
    if style == "squares":
        fill = DARK if cell.dark else LIGHT
        kind = pen.kind("d-dark" if cell.dark else "d-light")
        return tag("rect", class_=kind, width=UNIT, height=UNIT, fill=fill)
    if style == "points":
        return tag("circle", class_=pen.kind("d-point"), cx=50, cy=50, r=9, fill=INK)
    if style == "track":
        return draw_field(pen, cell)
    if style == "holes":
        fill = TINTS[cell.tint] if cell.tint else "#d3c4a1"
        kind = f"d-hole d-tint-{cell.tint.lower()}" if cell.tint else "d-hole"
        look = {"class_": pen.kind(kind), "fill": fill, "stroke": EDGE, "stroke_width": 3}
        return tag("circle", cx=50, cy=50, r=36 if pen.diagram.slanted else 30, **look)
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


def draw_rails(pen: Pen) -> str:
    """Draw the lines that connect points."""
    lines = "".join(
        f"M{x:g} {y}L{to_x:g} {to_y}"
        for (x, y), (to_x, to_y) in (map(pen.centre, rail) for rail in pen.diagram.rails)
    )
    look = {"stroke": SOFT, "stroke_width": 5, "stroke_linecap": "round"}
    return tag("path", class_=pen.kind("d-rail"), d=lines, **look) if lines else ""


def draw_cylinder(pen: Pen) -> str:
    """Draw the cylinder around the letter of a disc."""
    look = {"fill": "none", "stroke": "#fffdf5", "stroke_width": 5}
    rim = tag("circle", cx=50, cy=50, r=26, fill="none", stroke=INK, stroke_width=9)
    return rim + tag("circle", class_=pen.kind("d-cylinder"), cx=50, cy=50, r=26, **look)
