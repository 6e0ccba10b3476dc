"""Boards as SVG: links and classes for the page, plain attributes for letters and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from games.diagrams.base import NEXT_PIECE, Cell, Diagram, Slot, Store
from games.diagrams.dice import DICE, die
from games.diagrams.figures import FIGURES, figure
from games.diagrams.grounds import (
    BEYOND,
    LABEL,
    MARGIN,
    STORE,
    count,
    cylinder,
    edge_names,
    ground,
    has_row_names,
    label,
    rails,
    row_names,
)
from games.diagrams.ink import (
    ACCENT,
    ARROWS,
    EDGE,
    FACE,
    FILLS,
    INK,
    LETTER_BASE,
    LETTER_FILLS,
    OCTAGON,
    PAD,
    SOFT,
    SQUARE,
    TRIANGLE,
    UNIT,
    Pen,
    tag,
)
from games.diagrams.marks import alarm_ground, cell_marks, line_mark, route_marks, strip_marks
from games.diagrams.men import FILLS as MEN
from games.diagrams.men import man
from games.diagrams.pips import rolled
from games.diagrams.words import ENGLISH

_BELOW_NAME = "translate(12 17) scale(.8)"
_FITS = ("translate(8 12) scale(.88)", "translate(5 5) scale(.9)")  # on a track: named or not
NARROW = 320  # up to this width a row of pieces beside the board needs no more room


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
    left, top, width, height = _frame(diagram, roomy=links is not None)
    parts = [_trays(pen), rails(pen), route_marks(pen), row_names(pen)]
    parts += [_place(pen, cell) for cell in diagram.cells]
    parts += [_slot(pen, slot) for slot in diagram.slots if slot.move in pen.links]
    parts += [strip_marks(pen), rolled(pen, diagram.die) if diagram.die else ""]
    scale = max(_store_scale(diagram), width / NARROW if diagram.strip else 1)
    for at, store in enumerate(diagram.stores):
        place = f"translate({left + PAD} {top + height + at * round(STORE * scale)})"
        size_up = "" if scale == 1 else f" scale({scale:g})"
        parts.append(tag("g", _store(pen, store), transform=place + size_up))
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


def _frame(diagram: Diagram, *, roomy: bool) -> tuple[int, int, int, int]:
    """Return left, top, width, height; where one may play the strip's sides keep their room."""
    columns, rows = diagram.shape
    xs = [int(cell.x) for cell in diagram.cells]
    ys = [cell.y for cell in diagram.cells]
    if roomy and diagram.strip:
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
    room = 2 if strip else 8
    before, behind = (MARGIN, BEYOND) if has_row_names(pen.diagram) else (0, 0)
    return tag(
        "rect",
        class_=pen.kind("d-board d-board--strip" if strip else "d-board"),
        x=x * UNIT - room - before,
        y=y * UNIT - room,
        width=wide * UNIT + 2 * room + before + behind,
        height=high * UNIT + 2 * room,
        rx=14,
        fill="#cfe0e6" if strip else "#e6dcc4",
        stroke=EDGE if strip else None,
        stroke_width=3 if strip else None,
    )


def _place(pen: Pen, cell: Cell) -> str:
    """Draw a cell with its chip and marks, as a link where a move is possible."""
    drawn = ground(pen, cell) + alarm_ground(pen, cell) + _name(pen, cell)
    drawn += _chips(pen, cell) + cell_marks(pen, cell)
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


def _chips(pen: Pen, cell: Cell) -> str:
    """Draw what stands on a cell; several pieces share it in two rows."""
    if not cell.others:
        drawn = _chip(pen, cell.piece)
        fits = _FITS[cell.nameless] if pen.diagram.ground == "track" else _BELOW_NAME
        return tag("g", drawn, transform=fits) if drawn and pen.diagram.drawn else drawn
    pieces = (cell.piece, *cell.others)
    top = 34 if len(pieces) == 2 else 18
    return "".join(
        tag(
            "g",
            _chip(pen, piece),
            transform=f"translate({4 + at % 2 * 46} {top + at // 2 * 38}) scale(.46)",
        )
        for at, piece in enumerate(pieces)
    )


def _chip(pen: Pen, piece: str) -> str:
    """Draw a chip by colour, letter and shape: octagon, triangle, circle, square."""
    if not piece:
        return ""
    if piece in MEN:
        return man(pen, piece)
    if piece in FIGURES:
        return figure(pen, piece)
    if piece in DICE:
        return die(pen, piece)
    if piece.endswith("c"):
        return _chip(pen, piece[0]) + cylinder(pen)
    look = {
        "class_": pen.kind(f"d-{piece.lower()}"),
        "fill": FILLS[piece],
        "stroke": INK,
        "stroke_opacity": 0.5,
        "stroke_width": 2.5,
        "stroke_linejoin": "round",
    }
    if piece == "G":
        shape = tag("circle", cx=50, cy=50, r=34, **look)
    else:
        outlines = {"R": OCTAGON, "Y": TRIANGLE, "B": SQUARE, "U": SQUARE}
        shape = tag("path", d=outlines[piece], **look)
    return shape + tag(
        "text",
        escape(pen.words[f"letter {piece}"]),
        class_=pen.kind(f"d-letter d-on-{piece.lower()}"),
        x=50,
        y=LETTER_BASE[piece],
        fill=LETTER_FILLS[piece],
        font_family=FACE,
        font_size=30,
        font_weight=700,
        text_anchor="middle",
        aria_hidden=None if pen.standalone else "true",
    )


def _store(pen: Pen, store: Store) -> str:
    """Draw one row of pieces kept beside the board, its name before them."""
    drawn = label(pen, pen.words[f"store {store.name}"])
    x = LABEL
    for piece, number in store.pieces:
        more = number != 1
        chip = _chip(pen, piece) + (count(pen, number) if more else "")
        drawn += _stored(pen, f"{store.name} {piece}", piece, chip, x)
        x += 46 + (18 + 10 * (number > 9) if more or store.name == "pool" else 0)
    return drawn


def _stored(pen: Pen, click: str, piece: str, chip: str, x: int) -> str:
    """Draw one piece beside the board, as a link where it may be chosen."""
    place = f"translate({x} 3) scale(.42)"
    if click not in pen.links:
        return tag("g", chip, transform=place)
    area = {"x": -26, "y": -7, "width": 152, "height": 114, "fill": "none"}
    drawn = tag("rect", **area, pointer_events="all") + chip
    drawn += tag("rect", class_="d-focus", **area, rx=14)
    label = pen.words["stored"] % {"store": pen.words["store pool"], "piece": pen.words[piece]}
    href = pen.links[click]
    return tag("a", drawn, class_="d-link", href=href, transform=place, aria_label=label)


def _store_scale(diagram: Diagram) -> float:
    """Return how much larger the rows beside a wide board are, to be read at the same ease."""
    return max(1.0, diagram.shape[0] / 6)


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
