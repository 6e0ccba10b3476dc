"""Boards as SVG: links and classes for pages, plain attributes for e-mails and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from games.diagrams.base import NEXT_PIECE, Cell, Diagram, Slot
from games.diagrams.chips import chips
from games.diagrams.grounds import (
    BEYOND,
    MARGIN,
    STORE,
    edge_names,
    ground,
    has_row_names,
    rails,
    row_names,
)
from games.diagrams.ink import ACCENT, ARROWS, EDGE, FACE, INK, PAD, SOFT, UNIT, Pen, tag
from games.diagrams.marks import alarm_ground, cell_marks, line_mark, route_marks, strip_marks
from games.diagrams.pips import rolled
from games.diagrams.stores import store_row, store_scale
from games.diagrams.words import ENGLISH

NARROW = 320  # up to this width a row of pieces beside the board needs no more space


def render_svg(
    diagram: Diagram,
    *,
    links: Mapping[str, str] | None = None,
    selected: str | None = None,
    standalone: bool = False,
    title: str = "",
    labels: Mapping[str, str] | None = None,
) -> str:
    """Return the board as SVG; `links`: move text to address, `labels`: other words."""
    words = {**ENGLISH, **(labels or {})}
    chosen = diagram.chosen | ({selected} if selected else set())
    pen = Pen(diagram, links or {}, frozenset(chosen), standalone, words, selected)
    left, top, width, height = _frame(diagram, playable=links is not None)
    parts = [_trays(pen), rails(pen), route_marks(pen), row_names(pen)]
    parts += [_place(pen, cell) for cell in diagram.cells]
    parts += [_slot(pen, slot) for slot in diagram.slots if slot.move in pen.links]
    parts += [strip_marks(pen), rolled(pen, diagram.die) if diagram.die else ""]
    scale = max(store_scale(diagram), width / NARROW if diagram.strip else 1)
    for at, store in enumerate(diagram.stores):
        place = f"translate({left + PAD} {top + height + at * round(STORE * scale)})"
        size_up = "" if scale == 1 else f" scale({scale:g})"
        parts.append(tag("g", store_row(pen, store), transform=place + size_up))
    height += round(STORE * scale) * len(diagram.stores)
    parts += [line_mark(pen, line) for line in diagram.lines]
    name = title or words["board"] % {"columns": diagram.shape[0], "rows": diagram.shape[1]}
    size = {"width": width, "height": height} if standalone else {}
    return tag(
        "svg",
        (tag("title", escape(name)) if standalone else "") + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        class_=pen.kind("diagram"),
        data_ground=pen.kind(diagram.ground),
        viewBox=f"{left} {top} {width} {height}",
        **size,
        role="group" if links else "img",
        aria_label=name,
    )


def _frame(diagram: Diagram, *, playable: bool) -> tuple[int, int, int, int]:
    """Return left, top, width, height; where one may play the strip's sides keep their space."""
    columns, rows = diagram.shape
    xs = [int(cell.x) for cell in diagram.cells]
    ys = [cell.y for cell in diagram.cells]
    if playable and diagram.strip:
        xs += [-1, columns]
        ys += [-1, rows]
    left, top = min(xs) * UNIT - PAD, min(ys) * UNIT - PAD
    named = has_row_names(diagram)
    left -= MARGIN if named else 0
    width = (max(xs) + 1) * UNIT + PAD - left + (BEYOND if named else 0)
    return left, top, width, (max(ys) + 1) * UNIT + PAD - top


def _trays(pen: Pen) -> str:
    """Draw the wood under the main board and, apart from it, under the strip."""
    columns, rows = pen.diagram.shape
    parts = [_tray(pen, 0, 0, columns, rows)]
    strip = [cell for cell in pen.diagram.cells if cell.in_strip]
    if strip:
        x, y = int(min(c.x for c in strip)), min(c.y for c in strip)
        wide, high = int(max(c.x for c in strip)) - x + 1, max(c.y for c in strip) - y + 1
        parts.append(_tray(pen, x, y, wide, high, strip=True))
    return "".join(parts)


def _tray(pen: Pen, x: int, y: int, wide: int, high: int, *, strip: bool = False) -> str:
    """Draw one piece of wood; the strip's has an edge because it can be moved."""
    padding = 2 if strip else 8
    before, behind = (MARGIN, BEYOND) if has_row_names(pen.diagram) else (0, 0)
    return tag(
        "rect",
        class_=pen.kind("d-board d-board--strip" if strip else "d-board"),
        x=x * UNIT - padding - before,
        y=y * UNIT - padding,
        width=wide * UNIT + 2 * padding + before + behind,
        height=high * UNIT + 2 * padding,
        rx=14,
        fill="#cfe0e6" if strip else "#e6dcc4",
        stroke=EDGE if strip else None,
        stroke_width=3 if strip else None,
    )


def _place(pen: Pen, cell: Cell) -> str:
    """Draw a cell with its chip and marks, as a link where a move is possible."""
    drawn = ground(pen, cell) + alarm_ground(pen, cell) + _name(pen, cell)
    drawn += chips(pen, cell) + cell_marks(pen, cell)
    place = f"translate({cell.x * UNIT:g} {cell.y * UNIT})"
    label = _label(pen, cell)
    if cell.name not in pen.links:
        role = "img" if pen.links else None
        return tag("g", drawn, transform=place, role=role, aria_label=label if role else None)
    focus = tag("rect", class_="d-focus", x=2, y=2, width=96, height=96, rx=11, fill="none")
    return tag(
        "a",
        drawn + focus,
        class_="d-link",
        href=pen.links[cell.name],
        transform=place,
        aria_label=label,
        aria_current="true" if cell.name in pen.chosen else None,
    )


def _label(pen: Pen, cell: Cell) -> str:
    """Return what a screen reader says about a cell."""
    words = pen.words
    pieces = ", ".join(words[piece] for piece in (cell.piece, *cell.others))
    values = {"cell": cell.name, "piece": pieces}
    key = "place"
    if cell.name in pen.links and pen.diagram.ground != "tiles":
        key = "pick"
    elif cell.name in pen.links and cell.piece in NEXT_PIECE:
        key = "exchange" if cell.piece else "lay"
        values["next"] = words[NEXT_PIECE[cell.piece]]
    label = words[key] % values
    if cell.name in pen.diagram.alarm:
        label = words["check"] % {"label": label}
    if cell.name in pen.diagram.last:
        label = words["last"] % {"label": label}
    if cell.name in pen.chosen:
        label = words["chosen"] % {"label": label}
    return label


def _name(pen: Pen, cell: Cell) -> str:
    """Write the cell's name small into its corner, as the notation calls it."""
    if pen.diagram.edged:
        return edge_names(pen, cell)
    if cell.nameless:
        return ""
    # Large on boards whose moves are hard to read without the names; beside the lines of points.
    large = pen.diagram.slanted or bool(pen.diagram.drawn)
    points = has_row_names(pen.diagram)
    kind = "d-label d-label--points" if points else "d-label d-label--large" if large else "d-label"
    return tag(
        "text",
        cell.name,
        class_=pen.kind(kind),
        x=77 if points else 9 if pen.diagram.ground == "track" else 11,
        y=28 if points else 25 if large else 21,
        fill=INK if cell.dark and pen.diagram.ground == "squares" else SOFT,
        font_family=FACE,
        font_size=27 if points else 21 if large else 14,
        aria_hidden=None if pen.standalone else "true",
    )


def _slot(pen: Pen, slot: Slot) -> str:
    """Draw a side where the strip may slide: a broken outline with an arrow, one link in all."""
    x, y = slot.x * UNIT, slot.y * UNIT
    wide, high = slot.width * UNIT, slot.height * UNIT
    place = f"translate({x + wide // 2} {y + high // 2})"
    box = {"x": x + 10, "y": y + 10, "width": wide - 20, "height": high - 20, "rx": 12}
    look = {"fill": "none", "stroke": EDGE, "stroke_width": 2, "stroke_dasharray": "7 6"}
    drawn = tag("rect", class_=pen.kind("d-ghost"), **box, **look, pointer_events="all")
    drawn += tag(
        "path",
        class_=pen.kind("d-arrow"),
        d=ARROWS[slot.side],
        transform=place,
        fill=ACCENT,
    )
    drawn += tag("rect", class_="d-focus", **box, fill="none")
    label = pen.words["slide"] % {"side": pen.words[slot.side]}
    chosen = "true" if slot.move == pen.selected else None
    href = pen.links[slot.move]
    return tag("a", drawn, class_="d-link", href=href, aria_label=label, aria_current=chosen)
