"""Pawns of race games: a cone whose head has the shape of the colour's chip."""

from __future__ import annotations

from games.diagrams.ink import FILLS, INK, LETTER_FILLS, OUTLINES, Pen, draw_letter, tag

BODY = "M41 46h18l15 41q0 5-6 5H32q-6 0-6-5z"
_HEAD = "translate(18 -4) scale(.64)"


def draw_pawn(pen: Pen, piece: str) -> str:
    look = {
        "class_": pen.kind(f"d-{piece.lower()}"),
        "fill": FILLS[piece],
        "stroke": INK,
        "stroke_opacity": 0.7,
        "stroke_width": 3,
        "stroke_linejoin": "round",
    }
    if piece == "G":
        head = tag("circle", cx=50, cy=50, r=34, **look)
    else:
        head = tag("path", d=OUTLINES[piece], **look)
    drawn = tag("path", d=BODY, **look) + tag("g", head, transform=_HEAD)
    return drawn + draw_letter(
        pen, piece, 84, LETTER_FILLS[piece], f"d-on-{piece.lower()}", size=28
    )
