"""Positions for the rules page."""

from __future__ import annotations

from games.families.positions import Examples

# Moves from the start.
LINES = {"start": "", "before": "a1 d7 a4 d6", "after": "a1 d7 a4 d6 a7xd7"}

EXAMPLES = Examples(LINES, cover="after")
