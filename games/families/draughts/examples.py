"""Positions for the rules page."""

from __future__ import annotations

from games.families.positions import Examples

# Moves from the start.
LINES = {"start": "", "before": "c3-d4 f6-e5", "after": "c3-d4 f6-e5 d4xf6"}

EXAMPLES = Examples(LINES, cover="after")
