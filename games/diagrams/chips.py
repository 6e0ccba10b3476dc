"""Draws the pieces on a square."""

from __future__ import annotations

from games.diagrams.base import Cell
from games.diagrams.closeup import starts_zoomed_out
from games.diagrams.dice import DICE, draw_die
from games.diagrams.figures import CHESS_PIECES, draw_chess_piece
from games.diagrams.grounds import draw_cylinder
from games.diagrams.ink import (
    BEVELS,
    FILLS,
    INK,
    LETTER_BASE,
    LETTER_FILLS,
    OUTLINES,
    Pen,
    draw_letter,
    tag,
)
from games.diagrams.men import FILLS as MEN, draw_man
from games.diagrams.pawns import draw_pawn

_FITS = {"track": "translate(8 6) scale(.84)", "holes": "translate(9 9) scale(.82)"}
_ON_BAND = "translate(33 28) scale(.7)"  # next to the field's number
_IN_HOLE = "translate(12 4) scale(.76)"  # a triangle's middle is below that of its outline


def draw_pieces(pen: Pen, cell: Cell) -> str:
    """Draw the pieces on a cell; several are drawn small, in two rows."""
    draw = draw_pawn if pen.diagram.ground == "track" else draw_chip
    if not cell.others:
        if not cell.piece:
            return ""
        fits = _FITS.get(pen.diagram.ground) if cell.piece in FILLS else None
        if pen.diagram.walls:
            fits = _ON_BAND
        elif fits and cell.piece == "Y" and pen.diagram.ground == "holes":
            fits = _IN_HOLE
        drawn = draw(pen, cell.piece)
        return tag("g", drawn, transform=fits) if fits else drawn
    pieces = (cell.piece, *cell.others)
    if pen.diagram.walls:
        return "".join(
            tag("g", draw(pen, piece), transform=f"translate({20 + at % 2 * 38} {y}) scale(.38)")
            for at, piece in enumerate(pieces)
            for y in (60 - 34 * (len(pieces) > 2) + at // 2 * 36,)
        )
    top = 28 if len(pieces) == 2 else 6
    return "".join(
        tag(
            "g",
            draw(pen, piece),
            transform=f"translate({4 + at % 2 * 46} {top + at // 2 * 44}) scale(.46)",
        )
        for at, piece in enumerate(pieces)
    )


def draw_chip(pen: Pen, piece: str) -> str:
    """Draw a piece; chips differ by colour, letter and shape: octagon, triangle, circle, square."""
    if not piece:
        return ""
    if piece in MEN:
        return draw_man(pen, piece)
    if piece in CHESS_PIECES:
        return draw_chess_piece(pen, piece)
    if piece in DICE:
        return draw_die(pen, piece)
    if piece.endswith("c"):
        return draw_chip(pen, piece[0]) + draw_cylinder(pen)
    look = {
        "class_": pen.kind(f"d-{piece.lower()}"),
        "fill": FILLS[piece],
        "stroke": INK,
        "stroke_opacity": 0.5,
        "stroke_width": 2.5,
        "stroke_linejoin": "round",
    }
    rim = {
        "class_": pen.kind("d-bevel"),
        "fill": "none",
        "stroke": "#fff",
        "stroke_opacity": 0.4,
        "stroke_width": 3,
    }
    if piece == "G":
        shape = tag("circle", cx=50, cy=50, r=34, **look) + tag("circle", cx=50, cy=50, r=26, **rim)
    else:
        shape = tag("path", d=OUTLINES[piece], **look)
        shape += tag("path", d=BEVELS[piece], **rim)
    size, lower = (42, 4) if pen.standalone and starts_zoomed_out(pen.diagram) else (30, 0)
    kind, base = f"d-on-{piece.lower()}", LETTER_BASE[piece] + lower
    return shape + draw_letter(pen, piece, base, LETTER_FILLS[piece], kind, size)
