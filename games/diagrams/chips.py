"""What stands on a place: one chip or several, by colour, letter and shape."""

from __future__ import annotations

from html import escape

from games.diagrams.base import Cell
from games.diagrams.dice import DICE, die
from games.diagrams.figures import FIGURES, figure
from games.diagrams.grounds import cylinder
from games.diagrams.ink import (
    FACE,
    FILLS,
    INK,
    LETTER_BASE,
    LETTER_FILLS,
    OCTAGON,
    SQUARE,
    TRIANGLE,
    Pen,
    tag,
)
from games.diagrams.men import FILLS as MEN
from games.diagrams.men import man

_BELOW_NAME = "translate(12 17) scale(.8)"
_FITS = ("translate(8 12) scale(.88)", "translate(5 5) scale(.9)")  # on a track: named or not


def chips(pen: Pen, cell: Cell) -> str:
    """Draw what stands on a cell; several pieces share it in two rows."""
    if not cell.others:
        drawn = chip(pen, cell.piece)
        fits = _FITS[cell.nameless] if pen.diagram.ground == "track" else _BELOW_NAME
        return tag("g", drawn, transform=fits) if drawn and pen.diagram.drawn else drawn
    pieces = (cell.piece, *cell.others)
    top = 34 if len(pieces) == 2 else 18
    return "".join(
        tag(
            "g",
            chip(pen, piece),
            transform=f"translate({4 + at % 2 * 46} {top + at // 2 * 38}) scale(.46)",
        )
        for at, piece in enumerate(pieces)
    )


def chip(pen: Pen, piece: str) -> str:
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
        return chip(pen, piece[0]) + cylinder(pen)
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
