"""The positions that the page of rules shows."""

from __future__ import annotations

from games.families.positions import Examples

LINES = {"start": "", "after": "d d e e f f g"}

EXAMPLES = Examples(LINES, cover="after")
