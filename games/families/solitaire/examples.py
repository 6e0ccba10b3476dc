"""Positions for the rules page."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.families.positions import diagram_after
from games.families.solitaire.rules import LETTER_E, LETTER_I, Position, Solitaire

# Moves from the start.
LINES = {"start": "", "after": "d2-d4", "later": "d2-d4 f3-d3 e1-e3"}


def pictures(key: str) -> dict[str, Diagram]:
    return {name: diagram_after(key, moves) for name, moves in LINES.items()} | {
        "letter_i": _with_pegs(LETTER_I),
        "letter_e": _with_pegs(LETTER_E),
    }


def cover(key: str) -> Diagram:
    return diagram_after(key, LINES["after"])


def _with_pegs(pegs: int) -> Diagram:
    return diagram_for(Solitaire.key, Position(pegs, 0))
