"""The positions that the page of rules shows."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import played

# Moves from the start that lead to the drawings.
LINES = {"start": "", "before": "a1 d7 a4 d6", "after": "a1 d7 a4 d6 a7xd7"}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name."""
    return {name: played(key, moves) for name, moves in LINES.items()}


def cover(key: str) -> Diagram:
    """Return the drawing that stands for the game in a list."""
    return played(key, LINES["after"])
