"""The positions that the page of rules shows."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import played

ROLLS = "roll112223 roll112233"
# Moves from the start that lead to the drawings.
LINES = {
    "start": ROLLS,
    "before": f"{ROLLS} a1-a4",
    "triad": f"{ROLLS} a1-a4 | b6 b5",
    "after": f"{ROLLS} a1-a4 b6-b5xc6",
}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name."""
    return {name: played(key, moves) for name, moves in LINES.items()}


def cover(key: str) -> Diagram:
    """Return the drawing that stands for the game in a list."""
    return played(key, LINES["after"])
