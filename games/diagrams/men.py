"""Stones, kings and pegs: told apart by fill, letter and outline, never by colour alone."""

from __future__ import annotations

from html import escape

from games.diagrams.ink import FACE, INK, Pen, tag

WHITE, BLACK, PEG = "#fffdf5", "#2b2622", "#8a4b22"
FILLS = {"w": WHITE, "b": BLACK, "wK": WHITE, "bK": BLACK, "o": PEG}
CROWN = "M32 40v-16l9 8 9-12 9 12 9-8v16z"


def man(pen: Pen, piece: str) -> str:
    """Draw one man: white smooth, black with a groove, kings with a crown, pegs small."""
    fill = FILLS[piece]
    ink = WHITE if fill != WHITE else INK
    look = {"class_": pen.kind(f"d-man-{piece[0]}"), "fill": fill, "stroke": INK}
    if piece == "o":
        return tag("circle", cx=50, cy=50, r=24, **look, stroke_width=2.5) + tag(
            "circle", cx=43, cy=43, r=6, fill=WHITE, fill_opacity=0.6
        )
    shape = tag("circle", cx=50, cy=50, r=36, **look, stroke_width=3)
    if fill == BLACK:
        shape += tag(
            "circle", cx=50, cy=50, r=29, fill="none", stroke=WHITE, stroke_width=2, opacity=0.7
        )
    if piece.endswith("K"):
        shape += tag("path", d=CROWN, fill=ink)
    return shape + tag(
        "text",
        escape(pen.words[f"letter {piece}"]),
        class_=pen.kind("d-letter"),
        x=50,
        y=69 if piece.endswith("K") else 60,
        fill=ink,
        font_family=FACE,
        font_size=30,
        font_weight=700,
        text_anchor="middle",
        aria_hidden=None if pen.standalone else "true",
    )
