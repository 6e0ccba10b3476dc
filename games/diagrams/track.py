"""Fields of race tracks, and the walls between their windings."""

from __future__ import annotations

from html import escape

from games.diagrams.base import Cell
from games.diagrams.ink import EDGE, FONT_FAMILY, INK, SOFT, TINTS, UNIT, Pen, tag
from games.diagrams.rims import font_size_for

ICONS = {
    "on": "M8 38h44V16l40 34-40 34V62H8z",
    "back": "M92 38H48V16L8 50l40 34V62h44z",
    "inn": "M18 20h50v14h10q14 0 14 16t-14 16H68v16H18zM68 44v12h8q5 0 5-6t-5-6z",
    "prison": "M12 12h76v12h-8v52h8v12H12V76h8V24h-8zM31 24v52h14V24zM55 24v52h14V24z",
    "again": "M20 12h60q8 0 8 8v60q0 8-8 8H20q-8 0-8-8V20q0-8 8-8zM26 26v14h14V26zM60 26v14h14V26z"
    "M43 43v14h14V43zM26 60v14h14V60zM60 60v14h14V60z",
    "wait": "M20 10h60v12L58 50l22 28v12H20V78l22-28-22-28z",
    "pot": "M8 34h84v10h-8q0 46-34 46T16 44H8zM34 26q-8-8 0-18M50 26q-8-8 0-18M66 26q-8-8 0-18",
    "goal": "M50 6l13 29 31 3-24 21 7 31-27-16-27 16 7-31L6 38l31-3z",
}

REDUNDANT_MARKS = frozenset("…×*")  # redundant beside the picture


def draw_field(pen: Pen, cell: Cell) -> str:
    """Draw one field in its colour, with number, icon and effect."""
    kind = pen.kind(f"d-cell d-tint-{cell.tint.lower()}" if cell.tint else "d-cell")
    look = {"fill": TINTS[cell.tint], "stroke": EDGE, "stroke_width": 3 if cell.tint else 1.5}
    size = font_size_for(pen.diagram.shape[0] * UNIT + 20)
    if pen.diagram.walls:  # fields form a continuous band
        drawn = tag("rect", class_=kind, width=UNIT, height=UNIT, **look)
        drawn += _draw_text(pen, cell.name, 7, 6 + 0.75 * size, size, "start", soft=True)
        if cell.icon:
            plain = cell.mark in REDUNDANT_MARKS
            place = "translate(26 40) scale(.5)" if plain else "translate(54 6) scale(.4)"
            drawn += "" if plain and cell.piece else _draw_icon(pen, cell.icon, place)
        return (
            drawn
            if cell.piece or cell.mark in REDUNDANT_MARKS
            else drawn + _draw_text(pen, cell.mark, 50, 88, size, "middle")
        )
    drawn = tag("rect", class_=kind, x=4, y=4, width=92, height=92, rx=22, **look)
    if cell.piece:
        return drawn
    number = cell.mark == cell.name
    return drawn + _draw_text(pen, cell.mark, 50, 50 + 0.36 * size, size, "middle", soft=number)


def draw_walls(pen: Pen) -> str:
    """Draw the lines between the windings of a track."""
    if not pen.diagram.walls:
        return ""
    lines = "".join(
        f"M{x * UNIT} {y * UNIT}L{to_x * UNIT} {to_y * UNIT}"
        for x, y, to_x, to_y in pen.diagram.walls
    )
    look = {"stroke": EDGE, "stroke_width": 9, "stroke_linecap": "round"}
    return tag("path", class_=pen.kind("d-wall"), d=lines, **look)


def _draw_icon(pen: Pen, icon: str, place: str) -> str:
    look = {"fill": INK, "fill_rule": "evenodd", "fill_opacity": 0.75}
    return tag("path", class_=pen.kind("d-icon"), d=ICONS[icon], transform=place, **look)


def _draw_text(  # what, where and how
    pen: Pen, text: str, x: float, y: float, size: int, anchor: str, *, soft: bool = False
) -> str:
    if not text:
        return ""
    return tag(
        "text",
        escape(text),
        class_=pen.kind("d-mark--number" if soft else "d-mark"),
        x=f"{x:g}",
        y=f"{y:g}",
        fill=SOFT if soft else INK,
        font_family=FONT_FAMILY if pen.standalone else None,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        aria_hidden=pen.hidden(),
    )
