"""Chess figures: kinds told apart by outline, sides by fill and by a line across the black ones."""

from __future__ import annotations

from games.diagrams.ink import INK, Pen, tag
from games.diagrams.men import BLACK, WHITE

_FOOT = "M27 86v-6c0-4 3-7 7-7h32c4 0 7 3 7 7v6z"
_PATHS = {
    "P": "M50 26a12 12 0 0 1 8 21l7 26H35l7-26a12 12 0 0 1 8-21z",
    "R": "M31 22h10v7h5v-7h8v7h5v-7h10v17l-6 6v21l4 7H33l4-7V45l-6-6z",
    "B": "M50 14a6 6 0 0 1 4 10c9 7 13 15 11 23-1 5-4 8-7 10l6 16H36l6-16c-3-2-6-5-7-10-2-8 2-16"
    " 11-23a6 6 0 0 1 4-10z",
    "N": "M37 73c0-15 14-17 13-29l-12 8c-4 3-8 2-10-1-2-3-1-6 1-8l11-15-2-9 9 6c16 0 24 13 24 29"
    " 0 8-2 14-2 19z",
    "Q": "M24 30l12 18 3-27 11 24 11-24 3 27 12-18-9 43H33z",
    "K": "M46 10h8v7h7v8h-7v8c14-5 23 3 21 13-2 9-9 13-11 27H36c-2-14-9-18-11-27-2-10 7-18 21-13v-8"
    "h-7v-8h7z",
}
# What is drawn inside an outline: the bishop's cleft, the knight's eye.
_INSIDE = {"B": "M50 31v16M43 39h14", "N": "M46 33h3"}
FIGURES = frozenset(f"{kind}{side}" for kind in _PATHS for side in "wb")


def figure(pen: Pen, piece: str) -> str:
    """Draw one figure such as "Nb", the black knight."""
    kind, side = piece[0], piece[1]
    fill, ink = (WHITE, INK) if side == "w" else (BLACK, WHITE)
    look = {
        "class_": pen.kind(f"d-man-{side}"),
        "fill": fill,
        "stroke": INK,
        "stroke_width": 3,
        "stroke_linejoin": "round",
    }
    line = {"fill": "none", "stroke": ink, "stroke_width": 3, "stroke_linecap": "round"}
    drawn = tag("path", d=_PATHS[kind], **look) + tag("path", d=_FOOT, **look)
    if kind in _INSIDE:
        drawn += tag("path", d=_INSIDE[kind], **line)
    return drawn + (tag("path", d="M34 79h32", **line) if side == "b" else "")
