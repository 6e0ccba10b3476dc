"""Colours, dimensions and helpers for SVG boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape

from games.diagrams.base import Cell, Diagram, TouchTargets
from games.diagrams.words import Words

UNIT = 100  # one cell
PAD, CLOSE = 10, 2  # margin around rectangular and irregular frames
FONT_FAMILY = "Atkinson Hyperlegible"
INK, SOFT, ACCENT, EDGE = "#1f2a30", "#56605f", "#14577c", "#857a63"
BOARD = "#e6dcc4"
ALARM = "#b3261e"
FILLS = {"R": "#c5352b", "Y": "#f4c430", "G": "#1b7f45", "B": "#2b2622", "U": "#1f5fa8"}
TINTS = {"R": "#f0cdc6", "Y": "#f8e9b4", "G": "#c9e4cf", "B": "#d3cfc8", "": "#fbf7ec"}
LETTER_FILLS = {"R": "#ffffff", "Y": "#2b2200", "G": "#ffffff", "B": "#ffffff", "U": "#ffffff"}
LETTER_BASE = {"R": 61, "Y": 75, "G": 61, "B": 61, "U": 61}
OCTAGON = "M36 16h28l20 20v28l-20 20h-28l-20-20v-28z"
TRIANGLE = "M50 14 90 84H10z"
SQUARE = "M22 22h56v56h-56z"
OUTLINES = {"R": OCTAGON, "Y": TRIANGLE, "B": SQUARE, "U": SQUARE}
BEVELS = {"R": "M39.5 24h21L76 39.5v21L60.5 76h-21L24 60.5v-21z", "Y": "M50 30 76 76H24z"}
BEVELS |= dict.fromkeys("BU", "M30 30h40v40h-40z")
ARROWS = {"N": "M-14 8 0-14 14 8z", "E": "M-8-14 14 0-8 14z"}
ARROWS |= {"S": "M-14-8 0 14 14-8z", "W": "M8-14-14 0 8 14z"}


@cache
def _attribute_name(name: str) -> str:
    """Return the attribute name for a keyword argument."""
    return name.rstrip("_").replace("_", "-")


def tag(name: str, inner: str | None = None, /, **attributes: object) -> str:
    """Return an SVG element with escaped attributes.

    `class_` becomes class, underscores become hyphens, and None is omitted.
    """
    said = "".join(
        f' {_attribute_name(key)}="{escape(value) if type(value) is str else value}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}/>" if inner is None else f"<{name}{said}>{inner}</{name}>"


@dataclass(frozen=True)
class Pen:
    """Settings shared by all parts of a picture."""

    diagram: Diagram
    links: Mapping[str, str]
    chosen: frozenset[str]
    standalone: bool
    words: Words
    selected: str | None = None
    touch: TouchTargets | None = None

    @property
    def drags(self) -> Mapping[str, str]:
        """Squares from which pieces can be dragged, with their URLs."""
        return self.touch.drags if self.touch else {}

    def at(self, cell: Cell) -> tuple[float, int]:
        """Return the top left corner of a cell."""
        return cell.x * UNIT, round(cell.y * UNIT * self.diagram.row_height)

    def centre(self, name: str) -> tuple[float, int]:
        x, y = self.at(self.diagram.by_name[name])
        return x + UNIT // 2, y + UNIT // 2

    def hidden(self) -> str | None:
        """Return aria-hidden for text that a label repeats; pictures need none."""
        return None if self.standalone else "true"

    def kind(self, name: str) -> str | None:
        """Return the CSS class, or None for a standalone picture."""
        return None if self.standalone else name


def draw_letter(pen: Pen, piece: str, y: float, fill: str, kind: str = "", size: int = 30) -> str:
    """Draw the letter of a piece; on pages CSS shows it only if the reader wants letters."""
    return tag(
        "text",
        escape(pen.words[f"letter {piece}"]),
        class_=pen.kind(f"d-letter {kind}".rstrip()),
        x=50,
        y=y,
        fill=fill,
        font_family=FONT_FAMILY if pen.standalone else None,
        font_size=size,
        font_weight=700,
        text_anchor="middle",
        aria_hidden=pen.hidden(),
    )
