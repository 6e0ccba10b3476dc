"""Dice with Roman numerals: black ones are square, orange ones have cut corners."""

from __future__ import annotations

from html import escape

from games.diagrams.ink import FONT_FAMILY, INK, Pen, tag

BLACK, ORANGE, WHITE = "#2b2622", "#f39a2d", "#fffdf5"
FACES = ("", "I", "II", "III")
SHAPES = {
    "B": "M22 16h56a6 6 0 0 1 6 6v56a6 6 0 0 1-6 6h-56a6 6 0 0 1-6-6v-56a6 6 0 0 1 6-6z",
    "O": "M34 14h32l20 20v32l-20 20h-32l-20-20v-32z",
}
DICE = frozenset(f"{side}{value}" for side in SHAPES for value in range(4))


def draw_die(pen: Pen, piece: str) -> str:
    """Draw a die with the letter of its side and its value."""
    side, value = piece[0], FACES[int(piece[1:])]
    fill, ink = (BLACK, WHITE) if side == "B" else (ORANGE, INK)
    hidden = None if pen.standalone else "true"
    text = {"text_anchor": "middle", "fill": ink, "font_family": FONT_FAMILY, "aria_hidden": hidden}
    kind = pen.kind("d-letter")
    letter = escape(pen.words[f"letter {side}0"])
    drawn = tag(
        "path",
        class_=pen.kind(f"d-die-{side.lower()}"),
        d=SHAPES[side],
        fill=fill,
        stroke=INK,
        stroke_width=2.5,
    )
    if value:
        drawn += tag("text", value, x=50, y=64, font_size=42, font_weight=700, **text)
        drawn += tag("text", letter, x=50, y=81, font_size=17, class_=kind, **text)
    else:  # a removed die shows only its side
        drawn += tag("text", letter, x=50, y=65, font_size=42, class_=kind, **text)
    return tag("g", drawn, transform="translate(3 3) scale(.94)")
