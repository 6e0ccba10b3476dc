"""Positions written by hand for pages that explain: one leg's board in letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.diagrams.base import Diagram
from games.diagrams.boards import named_cells
from games.diagrams.registry import diagram_for
from games.rules import registry
from games.rules.series import as_series


def position(
    key: str, board: str, *, last: str | None = None, strip: str = "", side: str = "N"
) -> Diagram:
    """Return the drawing of a leg: rows from the top with "/" between, "." for an empty cell.

    The rules themselves find the completed lines, so that a picture cannot claim what they deny.
    """
    series = as_series(registry.get(key))
    leg: Any = series.inner if series else registry.get(key)
    written: dict[str, Any] = {"board": board, "turn": 0}
    if strip:
        written |= {"strip": strip, "side": side, "slid": False}
    drawn = diagram_for(key, leg.load(written))
    return replace(drawn, last=named_cells(drawn, last))
