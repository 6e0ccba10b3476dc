"""The positions that the page of rules shows."""

from __future__ import annotations

from games.families.positions import Examples

# Moves from the start that lead to the drawings.
LINES = {"start": "", "before": "a1 d7 a4 d6", "after": "a1 d7 a4 d6 a7xd7"}

EXAMPLES = Examples(LINES, cover="after")
