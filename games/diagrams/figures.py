"""Chess pieces: kinds differ in outline, sides in fill and by a line across the black ones."""

from __future__ import annotations

from games.diagrams.ink import INK, Pen, tag
from games.diagrams.men import BLACK, WHITE

_FOOT = "M25 87v-6c0-4 3-7 7-7h36c4 0 7 3 7 7v6z"
_PATHS = {
    "P": "M50 27a12.5 12.5 0 0 1 9 21h4v5h-6l6 21H37l6-21h-6v-5h4a12.5 12.5 0 0 1 9-21z",
    "R": "M30 22h10v7h5.5v-7h9v7H60v-7h10v17l-7 6v20l5 9H32l5-9V45l-7-6z",
    "B": "M50 12.5a6 6 0 0 1 4 10.5c9 7 14 15 12 24-1 5-4 8-7 10h3v5h-7l4 12H41l4-12h-7v-5h3"
    "c-3-2-6-5-7-10-2-9 3-17 12-24a6 6 0 0 1 4-10.5z",
    "N": "M34 74c0-16 16-18 15-31l-13 9c-4 3-8 2-10-1-2-3-1-6 1-8l11-16-2-11 10 7c18 0 27 14 27 31"
    " 0 9-2 15-2 20z",
    "Q": "M25 36l11 16 5-28 9 26 9-26 5 28 11-16-9 38H34z",
    "K": "M46 9h8v7h8v8h-8v8c15-6 25 3 23 14-2 9-10 14-12 28H35c-2-14-10-19-12-28-2-11 8-20 23-14"
    "v-8h-8v-8h8z",
}
_BEADS = ((25, 32), (41, 21), (59, 21), (75, 32))  # on the points of the queen's crown
# Lines inside an outline: the bishop's cleft, the knight's eye and mane, the crown's rim.
_INSIDE = {
    "B": "M50 31v17M42 39h16",
    "N": "M45 32h3M63 36c5 8 6 18 5 27",
    "Q": "M37 66c8-2 18-2 26 0",
    "K": "M38 66c8-2 16-2 24 0",
    "R": "M38 44h24",
}
_LARGER = "translate(-5 -5.5) scale(1.1)"
CHESS_PIECES = frozenset(f"{kind}{side}" for kind in _PATHS for side in "wb")


def draw_chess_piece(pen: Pen, piece: str) -> str:
    """Draw one piece such as "Nb", the black knight."""
    kind, side = piece[0], piece[1]
    fill, ink = (WHITE, INK) if side == "w" else (BLACK, WHITE)
    look = {
        "class_": pen.kind(f"d-man-{side}"),
        "fill": fill,
        "stroke": INK,
        "stroke_width": 3,
        "stroke_linejoin": "round",
    }
    line = {"fill": "none", "stroke": ink, "stroke_width": 2.8, "stroke_linecap": "round"}
    drawn = tag("path", d=_PATHS[kind], **look)
    if kind == "Q":
        drawn += "".join(tag("circle", cx=x, cy=y, r=5, **look) for x, y in _BEADS)
    drawn += tag("path", d=_FOOT, **look)
    if kind in _INSIDE:
        drawn += tag("path", d=_INSIDE[kind], **line)
    if side == "b":
        drawn += tag("path", d="M33 80.5h34", **line)
    return tag("g", drawn, transform=_LARGER)
