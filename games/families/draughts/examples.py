"""The positions that the page of rules shows."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import played

# Moves from the start that lead to the drawings.
LINES = {"start": "", "before": "c3-d4 f6-e5", "after": "c3-d4 f6-e5 d4xf6"}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name."""
    return {name: played(key, moves) for name, moves in LINES.items()}


def cover(key: str) -> Diagram:
    """Return the drawing that stands for the game in a list."""
    return played(key, LINES["after"])
