"""The positions that the page of rules shows."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import played, raced

# Moves from the start that lead to the drawings.
LINES = {"start": "", "after": "c2-e6"}


def pictures(key: str) -> dict[str, Diagram]:
    return {name: played(key, moves) for name, moves in LINES.items()} | {
        "three": raced(key, seats=3)
    }


def cover(key: str) -> Diagram:
    return played(key, LINES["after"])
