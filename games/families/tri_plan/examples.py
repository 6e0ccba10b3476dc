"""Positions for the rules page."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.positions import diagram_after

LINES = {
    "before": "a1 a2 b2 e4",
    "expelled": "a1 a2 b2 e4 b1",
    "dead": "a1 a2 e5 e4 b1 e3 d5 b2",
}


def pictures(key: str) -> dict[str, Diagram]:
    """Return the drawings by name, on the smallest board."""
    return {name: diagram_after(key, moves, edge=3) for name, moves in LINES.items()}


def cover(key: str) -> Diagram:
    return pictures(key)["expelled"]
