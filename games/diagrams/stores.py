"""The rows of pieces that are kept beside a board."""

from __future__ import annotations

from games.diagrams.base import Diagram, Store
from games.diagrams.chips import chip
from games.diagrams.grounds import LABEL, count, label
from games.diagrams.ink import Pen, tag


def store_row(pen: Pen, store: Store) -> str:
    """Draw one row of pieces kept beside the board, its name before them."""
    drawn = label(pen, pen.words[f"store {store.name}"])
    x = LABEL
    for piece, number in store.pieces:
        more = number != 1
        shown = chip(pen, piece) + (count(pen, number) if more else "")
        drawn += _stored(pen, f"{store.name} {piece}", piece, shown, x)
        x += 46 + (18 + 10 * (number > 9) if more or store.name == "pool" else 0)
    return drawn


def _stored(pen: Pen, click: str, piece: str, shown: str, x: int) -> str:
    """Draw one piece beside the board, as a link where it may be chosen."""
    place = f"translate({x} 3) scale(.42)"
    if click not in pen.links:
        return tag("g", shown, transform=place)
    area = {"x": -26, "y": -7, "width": 152, "height": 114, "fill": "none"}
    drawn = tag("rect", **area, pointer_events="all") + shown
    drawn += tag("rect", class_="d-focus", **area, rx=14)
    heard = pen.words["stored"] % {"store": pen.words["store pool"], "piece": pen.words[piece]}
    href = pen.links[click]
    return tag("a", drawn, class_="d-link", href=href, transform=place, aria_label=heard)


def store_scale(diagram: Diagram) -> float:
    """Return how much larger the rows beside a wide board are, to be read at the same ease."""
    return max(1.0, diagram.shape[0] / 6)
