"""Stones, kings and pegs; distinguished by fill and outline, not by colour alone."""

from __future__ import annotations

from games.diagrams.ink import INK, Pen, draw_letter, tag

WHITE, BLACK, PEG = "#fffdf5", "#2b2622", "#8a4b22"
FILLS = {"w": WHITE, "b": BLACK, "wK": WHITE, "bK": BLACK, "o": PEG}
CROWN = "M29 64l-5-27 14 11 12-19 12 19 14-11-5 27z"


def draw_man(pen: Pen, piece: str) -> str:
    """Draw a stone with grooves, a king as two of them with a crown, or a small peg."""
    fill = FILLS[piece]
    ink = WHITE if fill != WHITE else INK
    look = {"class_": pen.kind(f"d-man-{piece[0]}"), "fill": fill, "stroke": INK}
    if piece == "o":
        return tag("circle", cx=50, cy=50, r=24, **look, stroke_width=2.5) + tag(
            "circle", cx=43, cy=43, r=6, fill=WHITE, fill_opacity=0.6
        )
    groove = {"class_": pen.kind("d-groove"), "cx": 50, "fill": "none", "stroke": ink}
    if piece.endswith("K"):
        shape = tag("circle", cx=50, cy=56, r=36, **look, stroke_width=3)
        shape += tag("circle", cx=50, cy=46, r=36, **look, stroke_width=3)
        shape += tag("circle", cy=46, r=29, stroke_width=2, stroke_opacity=0.5, **groove)
        return (
            shape
            + tag("path", class_=pen.kind("d-crown"), d=CROWN, fill=ink)
            + draw_letter(pen, piece, 61, fill, size=19)
        )
    shape = tag("circle", cx=50, cy=50, r=39, **look, stroke_width=3)
    if fill == BLACK:
        shape += tag("circle", cy=50, r=29, stroke_width=3, stroke_opacity=0.75, **groove)
        shape += tag("circle", cy=50, r=12, stroke_width=3, stroke_opacity=0.75, **groove)
    else:
        shape += tag("circle", cy=50, r=26, stroke_width=2, stroke_opacity=0.35, **groove)
    return shape + draw_letter(pen, piece, 60, ink)
