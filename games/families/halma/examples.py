"""Positions for the rules page."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import diagram_after, drawn_race_position

# Moves from the start.
LINES = {"start": "", "after": "c2-e6"}


def pictures(key: str) -> dict[str, Diagram]:
    return {name: diagram_after(key, moves) for name, moves in LINES.items()} | {
        "three": drawn_race_position(key, seats=3)
    }


def cover(key: str) -> Diagram:
    return diagram_after(key, LINES["after"])
