"""The positions that the page of rules shows."""

from __future__ import annotations

from games.families.positions import Examples

# Moves from the start that lead to the drawings.
LINES = {"start": "", "before": "c3-d4 f6-e5", "after": "c3-d4 f6-e5 d4xf6"}

EXAMPLES = Examples(LINES, cover="after")
