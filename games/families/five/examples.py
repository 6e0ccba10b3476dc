"""The positions that the page of rules shows."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import played

# Moves from the start that lead to the drawings.
LINES = {
    "start": "",
    "before": "d4 a8 e5 b8 f6 c8 g7 e8",
    "after": "d4 a8 e5 b8 f6 c8 g7 e8 h8",
}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name."""
    return {name: played(key, moves) for name, moves in LINES.items()}


def cover(key: str) -> Diagram:
    """Return the drawing that stands for the game in a list."""
    return played(key, LINES["after"])
