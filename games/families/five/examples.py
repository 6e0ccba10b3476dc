"""Positions for the rules page."""

from __future__ import annotations

from games.families.positions import Examples

# Moves from the start.
LINES = {
    "start": "",
    "before": "d4 a8 e5 b8 f6 c8 g7 e8",
    "after": "d4 a8 e5 b8 f6 c8 g7 e8 h8",
}

EXAMPLES = Examples(LINES, cover="after")
