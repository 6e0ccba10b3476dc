"""Positions for the rules page."""

from __future__ import annotations

from games.families.positions import Examples

ROLLS = "roll112223 roll112233"
# Moves from the start.
LINES = {
    "start": ROLLS,
    "before": f"{ROLLS} a1-a4",
    "triad": f"{ROLLS} a1-a4 | b6 b5",
    "after": f"{ROLLS} a1-a4 b6-b5xc6",
}

EXAMPLES = Examples(LINES, cover="after")
