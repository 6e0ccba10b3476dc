"""The positions that the page of rules shows."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import played

LINES = {"start": "", "after": "d d e e f f g"}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name."""
    return {name: played(key, moves) for name, moves in LINES.items()}


def cover(key: str) -> Diagram:
    """Return the drawing that stands for the game in a list."""
    return played(key, LINES["after"])
