"""Draws the pieces beside a board, as large as those on it."""

from __future__ import annotations

from games.diagrams.base import Store
from games.diagrams.chips import draw_chip
from games.diagrams.ink import BOARD, INK, PAD, UNIT, Pen, tag
from games.diagrams.rims import STORE_WIDTH, draw_text, font_size_for

Box = tuple[int, int, int, int]  # left, top, width, height
LETTER_WIDTH = 0.56  # average width of a letter, in font sizes
MIN_RACK_PIECES = 3  # minimum width of a rack in pieces, so that the board keeps its size
COLUMN_STEP = 84  # vertical distance of pieces in a column


def draw_stores(pen: Pen, frame: Box) -> tuple[str, Box]:
    """Draw all stores; return the drawing and the enlarged frame."""
    left, top, width, height = frame
    kept = pen.diagram.stores
    beside = [store for store in kept if store.side == "beside"]
    size = font_size_for(width + (STORE_WIDTH if beside else 0))
    drawn = ""
    for store in kept:
        if store.side == "above":
            top, height = top - _row_height(size) - PAD, height + _row_height(size) + PAD
            drawn += _draw_titled_row(pen, store, (left, top, width), size)
        elif store.side == "below":
            drawn += _draw_titled_row(pen, store, (left, top + height, width), size)
            height += _row_height(size) + PAD
        elif not store.side:
            drawn += _draw_row(pen, store, (left, top + height, width), size)
            height += UNIT
    y: float = top
    for store in beside:
        text, y = _draw_column(pen, store, left + width + PAD, y, size)
        drawn += text
    if beside:
        width, height = width + STORE_WIDTH, max(height, round(y) - top + PAD)
    return drawn, (left, top, width, height)


def _row_height(size: int) -> int:
    """Return the height of a row of pieces with its title above."""
    return round(1.3 * size) + UNIT


def _draw_title(pen: Pen, store: Store, x: float, y: float, size: float) -> str:
    name = pen.words[f"store {store.name}"]
    return draw_text(pen, name, x, y, size, "start", kind="d-store", fill=INK)


def _draw_titled_row(pen: Pen, store: Store, place: tuple[int, int, int], size: int) -> str:
    """Draw a centred row of pieces below its title."""
    left, top, width = place
    places = max(MIN_RACK_PIECES, len(store.pieces))
    step = min(UNIT, (width - 2 * PAD) / places)
    x = left + (width - step * places) / 2
    rack = {"x": f"{x - 6:g}", "y": f"{top + 1.3 * size:g}", "width": f"{step * places + 12:g}"}
    drawn = _draw_title(pen, store, x - 6, top + size, size)
    drawn += tag("rect", class_=pen.kind("d-board"), **rack, height=UNIT, rx=14, fill=BOARD)
    for at, (piece, number) in enumerate(store.pieces):
        drawn += _draw_piece(
            pen, store, piece, number, (x + at * step, top + 1.3 * size, step / UNIT)
        )
    return drawn


def _draw_column(pen: Pen, store: Store, x: int, y: float, size: int) -> tuple[str, float]:
    """Draw a column of pieces below its title; return the drawing and the bottom of the column."""
    drawn = _draw_title(pen, store, x, y + size, size)
    y += round(1.3 * size)
    for piece, number in store.pieces:
        drawn += _draw_piece(pen, store, piece, number, (x - 10, y - 8, 1))
        if number != 1:
            drawn += _draw_count(pen, number, x + 82, y + 42 + 0.35 * size, size)
        y += COLUMN_STEP
    return drawn, y + 0.4 * size


def _draw_row(pen: Pen, store: Store, place: tuple[int, int, int], size: int) -> str:
    """Draw a row of pieces after its title, scaled down if there are many."""
    left, top, width = place
    name = pen.words[f"store {store.name}"]
    x = left + PAD + LETTER_WIDTH * size * (len(name) + 1.5)
    widths = [
        UNIT + (LETTER_WIDTH * size * (len(str(number)) + 2) if number != 1 else 0)
        for _piece, number in store.pieces
    ]
    scale = min(1, (left + width - PAD - x) / max(1, sum(widths)))
    drawn = _draw_title(pen, store, left + PAD, top + 50 + 0.35 * size, size)
    for (piece, number), wide in zip(store.pieces, widths, strict=True):
        y = top + 50 - 50 * scale
        drawn += _draw_piece(pen, store, piece, number, (x, y, scale))
        if number != 1:
            behind = x + (UNIT - 6) * scale
            drawn += _draw_count(pen, number, behind, top + 50 + 0.35 * size, size)
        x += wide * scale
    return drawn


def _draw_count(pen: Pen, number: int, x: float, y: float, size: float) -> str:
    """Draw the number of pieces of a kind."""
    return draw_text(pen, f"× {number}", x, y, size, "start", kind="d-count", fill=INK)


def _draw_piece(
    pen: Pen, store: Store, piece: str, number: int, place: tuple[float, float, float]
) -> str:
    """Draw one piece, as a link if it can be chosen."""
    x, y, scale = place
    at = f"translate({x:g} {y:g})" + ("" if scale == 1 else f" scale({scale:.3g})")
    click = f"{store.name} {piece}"
    shown = draw_chip(pen, piece)
    if click not in pen.links or not number:
        return tag("g", shown, transform=at)
    high = COLUMN_STEP if store.side == "beside" else UNIT
    area = {"x": 0, "y": (UNIT - high) / 2, "width": UNIT, "height": high, "fill": "none"}
    drawn = tag("rect", **area, pointer_events="all") + shown
    drawn += tag("rect", class_="d-focus", **area, rx=14)
    heard = pen.words["stored"] % {"store": pen.words["store pool"], "piece": pen.words[piece]}
    return tag("a", drawn, class_="d-link", href=pen.links[click], transform=at, aria_label=heard)
