"""Boards as SVG: links and classes for pages, plain attributes for e-mails and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import quote

from games.diagrams.base import NEXT_PIECE, OPPOSITE, Cell, Diagram, Slot, TouchTargets
from games.diagrams.chips import draw_pieces
from games.diagrams.grounds import draw_ground, draw_rails
from games.diagrams.ink import ACCENT, ARROWS, BOARD, CLOSE, EDGE, PAD, UNIT, Pen, tag
from games.diagrams.marks import (
    draw_cell_marks,
    draw_check_ring,
    draw_last_tint,
    draw_line_mark,
    draw_route_marks,
    draw_strip_marks,
)
from games.diagrams.pips import draw_rolled_die
from games.diagrams.rims import draw_own_name, draw_rim_names, rim_reach, rim_widths
from games.diagrams.stores import draw_stores
from games.diagrams.track import draw_walls
from games.diagrams.words import ENGLISH


def render_svg(
    diagram: Diagram,
    *,
    links: Mapping[str, str] | None = None,
    selected: str | None = None,
    standalone: bool = False,
    title: str = "",
    labels: Mapping[str, str] | None = None,
    touch: TouchTargets | None = None,
) -> str:
    """Return the board as SVG.

    `links` maps move texts to URLs; `labels` overrides the English words.
    """
    words = {**ENGLISH, **(labels or {})}
    chosen = diagram.chosen | ({selected} if selected else set())
    pen = Pen(diagram, links or {}, frozenset(chosen), standalone, words, selected, touch)
    left, top, width, height = _frame(diagram, playable=links is not None)
    parts = [_draw_trays(pen), draw_rails(pen), draw_route_marks(pen), draw_rim_names(pen)]
    parts += [_draw_cell(pen, cell) for cell in diagram.cells]
    parts += [_draw_slot(pen, slot) for slot in diagram.slots if slot.move in pen.links]
    parts += [draw_strip_marks(pen), draw_rolled_die(pen, diagram.die) if diagram.die else ""]
    beside, frame = draw_stores(pen, (left, top, width, height))
    left, top, width, height = frame
    parts += [draw_walls(pen), beside]
    parts += [draw_line_mark(pen, line) for line in diagram.lines]
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
    """Return left, top, width, height; playable boards leave space for the strip on every side."""
    columns, rows = diagram.shape
    xs = [int(cell.x) for cell in diagram.cells]
    ys = [cell.y for cell in diagram.cells]
    if playable and diagram.strip:
        xs += [-1, columns]
        ys += [-1, rows]
    before, above, behind, below = rim_widths(diagram)
    pad = CLOSE if diagram.tray else PAD
    left, top = min(xs) * UNIT - pad - before, min(ys) * UNIT - pad - above
    right = (max(xs) + 1) * UNIT + pad + behind
    bottom = round(max(ys) * UNIT * diagram.row_height) + UNIT + pad + below
    return left, top, right - left, bottom - top


def _draw_trays(pen: Pen) -> str:
    """Draw the wood under the main board and, separately, under the strip."""
    columns, rows = pen.diagram.shape
    if pen.diagram.tray:
        return "".join(_draw_cut_tray(pen, corners) for corners in pen.diagram.tray)
    parts = [_draw_tray(pen, 0, 0, columns, rows)]
    strip = [cell for cell in pen.diagram.cells if cell.in_strip]
    if strip:
        x, y = int(min(c.x for c in strip)), min(c.y for c in strip)
        wide, high = int(max(c.x for c in strip)) - x + 1, max(c.y for c in strip) - y + 1
        parts.append(_draw_tray(pen, x, y, wide, high, strip=True))
    return "".join(parts)


def _draw_cut_tray(pen: Pen, corners: Sequence[str]) -> str:
    """Draw wood with an irregular outline: a polygon between squares with a wide round edge."""
    points = " ".join(f"{x:g},{y}" for x, y in map(pen.centre, corners))
    wood = pen.kind("d-board d-board--cut")
    edge = {"stroke": BOARD, "stroke_width": 2 * rim_reach(pen.diagram), "stroke_linejoin": "round"}
    return tag("polygon", class_=wood, points=points, fill=BOARD, **edge)


def _draw_tray(pen: Pen, x: int, y: int, wide: int, high: int, *, strip: bool = False) -> str:
    """Draw a rectangle of wood; the strip's has an outline because it can be moved."""
    padding = 2 if strip else 8
    before, above, behind, below = (0, 0, 0, 0) if strip else rim_widths(pen.diagram)
    high_units = round((high - 1) * UNIT * pen.diagram.row_height) + UNIT
    return tag(
        "rect",
        class_=pen.kind("d-board d-board--strip" if strip else "d-board"),
        x=x * UNIT - padding - before,
        y=y * UNIT - padding - above,
        width=wide * UNIT + 2 * padding + before + behind,
        height=high_units + 2 * padding + above + below,
        rx=14,
        fill="#cfe0e6" if strip else BOARD,
        stroke=EDGE if strip else None,
        stroke_width=3 if strip else None,
    )


def _draw_cell(pen: Pen, cell: Cell) -> str:
    """Draw a cell with its pieces and marks, as a link if it can be chosen."""
    drawn = draw_ground(pen, cell) + draw_last_tint(pen, cell) + draw_check_ring(pen, cell)
    drawn += draw_own_name(pen, cell)
    standing = draw_pieces(pen, cell)
    if standing and (cell.name in pen.diagram.last or cell.name in pen.drags):
        standing = tag("g", standing, class_=pen.kind("d-man"))
    drawn += standing + draw_cell_marks(pen, cell)
    x, y = pen.at(cell)
    place = f"translate({x:g} {y})"
    label = _label(pen, cell)
    if cell.name not in pen.links:
        if not pen.links:
            return tag("g", drawn, transform=place)
        drawn = tag("g", drawn, role="img", aria_label=label)
        return tag("g", drawn + _cover_cell(pen, cell), transform=place)
    focus = tag("rect", class_="d-focus", x=2, y=2, width=96, height=96, rx=11, fill="none")
    return tag(
        "a",
        drawn + focus,
        class_="d-link",
        href=pen.links[cell.name],
        transform=place,
        aria_label=label,
        aria_current="true" if cell.name in pen.chosen else None,
        data_at=cell.name if pen.touch else None,
        data_drag=pen.drags.get(cell.name) if cell.piece else None,
    )


def _cover_cell(pen: Pen, cell: Cell) -> str:
    """Cover a square that cannot be chosen with a link that explains why, for pointers only."""
    if pen.touch is None:
        return ""
    return tag(
        "a",
        tag("rect", width=UNIT, height=UNIT, fill="none", pointer_events="all"),
        class_="d-no",
        href=pen.touch.back.get(cell.name) or f"{pen.touch.elsewhere}{quote(cell.name)}",
        tabindex=-1,
        aria_hidden="true",
        data_at=cell.name,
        data_drag=pen.drags.get(cell.name) if cell.piece else None,
    )


def _label(pen: Pen, cell: Cell) -> str:
    """Return the accessible name of a cell."""
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


def _draw_slot(pen: Pen, slot: Slot) -> str:
    """Draw a side the strip can slide to: a dashed outline with an arrow, as one link."""
    x, y = slot.x * UNIT, slot.y * UNIT
    wide, high = slot.width * UNIT, slot.height * UNIT
    place = f"translate({x + wide // 2} {y + high // 2})"
    box = {"x": x + 10, "y": y + 10, "width": wide - 20, "height": high - 20, "rx": 12}
    look = {"fill": "none", "stroke": EDGE, "stroke_width": 2, "stroke_dasharray": "7 6"}
    drawn = tag("rect", class_=pen.kind("d-ghost"), **box, **look, pointer_events="all")
    drawn += tag(
        "path",
        class_=pen.kind("d-arrow"),
        d=ARROWS[OPPOSITE[slot.side] if pen.diagram.turned else slot.side],
        transform=place,
        fill=ACCENT,
    )
    drawn += tag("rect", class_="d-focus", **box, fill="none")
    label = pen.words["slide"] % {"side": pen.words[slot.side]}
    chosen = "true" if slot.move == pen.selected else None
    href = pen.links[slot.move]
    return tag("a", drawn, class_="d-link", href=href, aria_label=label, aria_current=chosen)
