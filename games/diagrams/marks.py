"""Highlights on a board: the last move, the current choice, completed lines."""

from __future__ import annotations

from math import atan2, degrees, hypot

from games.diagrams.base import Cell, Diagram
from games.diagrams.ink import ACCENT, ALARM, INK, UNIT, Pen, tag
from games.diagrams.men import WHITE

ROUND_GROUNDS = frozenset({"points", "holes"})  # grounds without square corners
SKY = "#7fc4ea"  # on wood, where the accent would be grey
LOOP_HALF_WIDTH = 40  # half the width of the loop around a line


def draw_cell_marks(pen: Pen, cell: Cell) -> str:
    """Mark a cell as last moved or chosen; see `strip_marks` for whole strips."""
    last = cell.name in _cells_to_mark(pen.diagram, pen.diagram.last)
    chosen = cell.name in _cells_to_mark(pen.diagram, pen.chosen)
    if pen.diagram.ground in ROUND_GROUNDS:
        rings = _draw_round_marks(pen, last=last, chosen=chosen)
    else:
        rings = _draw_rings(pen, (5, 5, 90, 90), last=last, chosen=chosen)
    return rings + _draw_follow_mark(pen, cell) + _draw_check_mark(pen, cell)


def _draw_check_mark(pen: Pen, cell: Cell) -> str:
    """Mark a king in check with a plus, as in notation."""
    if cell.name not in pen.diagram.alarm:
        return ""
    badge = tag("circle", cx=84, cy=16, r=15, fill=ALARM, stroke=WHITE, stroke_width=2.5)
    return badge + tag("path", d="M84 8v16M76 16h16", stroke=WHITE, stroke_width=4)


def draw_last_tint(pen: Pen, cell: Cell) -> str:
    """Tint a square of the last move, below its pieces."""
    if cell.name not in pen.diagram.last:
        return ""
    look = {"class_": pen.kind("d-moved"), "fill": ACCENT, "fill_opacity": 0.3}
    if pen.diagram.ground == "squares":
        look |= {"fill": SKY, "fill_opacity": 0.6}
    if pen.diagram.ground in ROUND_GROUNDS:
        return tag("circle", cx=50, cy=50, r=45, **look)
    return tag("rect", x=4, y=4, width=92, height=92, rx=_corner(pen), **look)


def _corner(pen: Pen) -> int:
    """Return the corner radius of squares."""
    return {"track": 22, "squares": 0}.get(pen.diagram.ground, 9)


def draw_check_ring(pen: Pen, cell: Cell) -> str:
    """Draw a ring under a king in check."""
    if cell.name not in pen.diagram.alarm:
        return ""
    look = {"fill": ALARM, "fill_opacity": 0.3, "stroke": ALARM, "stroke_width": 5}
    return tag("circle", cx=50, cy=51, r=45, **look)


def _draw_follow_mark(pen: Pen, cell: Cell) -> str:
    """Mark where a choice can continue: a dot on an empty square, a ring around a piece."""
    if cell.name not in pen.diagram.follow:
        return ""
    kind, look = pen.kind("d-follow"), {"fill": "none", "stroke": ACCENT, "stroke_width": 7}
    if cell.piece and pen.diagram.ground == "track":
        return tag("rect", class_=kind, x=4, y=4, width=92, height=92, rx=22, **look)
    if cell.piece:
        return tag("circle", class_=kind, cx=50, cy=50, r=43, **look)
    return tag("circle", class_=kind, cx=50, cy=50, r=13, fill=ACCENT, stroke=ACCENT)


def draw_strip_marks(pen: Pen) -> str:
    """Mark the whole strip after a slide, or when a slide is chosen."""
    strip = [cell for cell in pen.diagram.cells if cell.in_strip]
    if not strip:
        return ""
    x, y = int(min(cell.x for cell in strip)), min(cell.y for cell in strip)
    wide = (int(max(cell.x for cell in strip)) - x + 1) * UNIT
    high = (max(cell.y for cell in strip) - y + 1) * UNIT
    box = (x * UNIT + 1, y * UNIT + 1, wide - 2, high - 2)
    last = _strip_names(pen.diagram) <= pen.diagram.last
    return _draw_rings(pen, box, last=last, chosen=_strip_names(pen.diagram) <= pen.chosen)


def draw_line_mark(pen: Pen, line: tuple[str, ...]) -> str:
    """Draw a loop around the three chips of a completed line, leaving all letters legible."""
    (left, top), (right, bottom) = pen.centre(line[0]), pen.centre(line[-1])
    across, down = right - left, bottom - top
    length = round(hypot(across, down)) + 2 * LOOP_HALF_WIDTH
    middle_x, middle_y = (left + right) // 2, (top + bottom) // 2
    return tag(
        "rect",
        class_=pen.kind("d-line"),
        x=-length / 2,
        y=-LOOP_HALF_WIDTH,
        width=length,
        height=2 * LOOP_HALF_WIDTH,
        rx=LOOP_HALF_WIDTH,
        transform=f"translate({middle_x} {middle_y}) rotate({degrees(atan2(down, across)):g})",
        fill="none",
        stroke=INK,
        stroke_width=5,
    )


def draw_route_marks(pen: Pen) -> str:
    """Draw the routes of moved pieces; the second one is dashed."""
    drawn = ""
    for number, route in enumerate(pen.diagram.routes):
        at = [pen.centre(name) for name in route]
        drawn += tag(
            "polyline",
            class_=pen.kind("d-route"),
            points=" ".join(f"{x:g},{y:g}" for x, y in at),
            fill="none",
            stroke=ACCENT,
            stroke_width=16,
            stroke_opacity=0.55,
            stroke_linejoin="round",
            stroke_linecap="round",
            stroke_dasharray="2 26" if number % 2 else None,
        )
    return drawn


def _strip_names(diagram: Diagram) -> frozenset[str]:
    return frozenset(cell.name for cell in diagram.cells if cell.in_strip)


def _cells_to_mark(diagram: Diagram, marked: frozenset[str]) -> frozenset[str]:
    """Return the cells to mark one by one: without the strip's if all of those are marked."""
    strip = _strip_names(diagram)
    return marked - strip if strip <= marked else marked


def _draw_round_marks(pen: Pen, *, last: bool, chosen: bool) -> str:
    """Draw round marks: a solid ring for the last move, a dashed one for the choice."""
    place = {"cx": 50, "cy": 50, "fill": "none"}
    marks = ""
    if last:
        marks += tag("circle", class_=pen.kind("d-last"), **place, r=45, stroke=INK, stroke_width=6)
    if chosen:
        look = {"stroke": ACCENT, "stroke_width": 6, "stroke_dasharray": "14 6"}
        marks += tag("circle", class_=pen.kind("d-chosen"), **place, r=46, **look)
    return marks


def _draw_rings(pen: Pen, box: tuple[int, int, int, int], *, last: bool, chosen: bool) -> str:
    """Draw a frame with a corner for the last move, a thick dashed frame for the choice."""
    x, y, wide, high = box
    place = {"x": x, "y": y, "width": wide, "height": high, "rx": 8, "fill": "none"}
    marks = ""
    if last:
        corner = f"M{x + wide - 26} {y}h18a8 8 0 0 1 8 8v18z"
        marks += tag("rect", class_=pen.kind("d-last"), **place, stroke=INK, stroke_width=6)
        marks += tag("path", class_=pen.kind("d-corner"), d=corner, fill=INK)
    if chosen:
        dashes = {"stroke": ACCENT, "stroke_width": 6, "stroke_dasharray": "14 6"}
        marks += tag("rect", class_=pen.kind("d-chosen"), **place, **dashes)
    return marks
