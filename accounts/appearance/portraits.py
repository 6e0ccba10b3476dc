"""Identicons: a symmetric 5×5 pattern in one of twelve colours, derived from a name (pure).

The colours stand out from light and dark paper.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

COLOURS = (
    *("#b3402a", "#a65a00", "#8a6d00", "#5f7a1f", "#2f7d46", "#1f7d74"),
    *("#22749c", "#3f63b5", "#6853b8", "#8a47a6", "#a83c86", "#7a5c48"),
)
PAPER = "#f3ead7"
SIZE = 5
HALF = (SIZE + 1) // 2


def cells_of(key: str) -> tuple[frozenset[tuple[int, int]], str]:
    """Return the filled squares as (column, row), and the colour."""
    digest = hashlib.sha256(key.encode()).digest()
    bits = int.from_bytes(digest[:4], "big")
    filled = set()
    for number in range(HALF * SIZE):
        if bits >> number & 1:
            column, row = divmod(number, SIZE)
            filled |= {(column, row), (SIZE - 1 - column, row)}
    if not filled:
        filled = {(SIZE // 2, SIZE // 2)}
    return frozenset(filled), COLOURS[digest[4] % len(COLOURS)]


@lru_cache(maxsize=4096)
def portrait(key: str, pixels: int = 40) -> str:
    """Return the picture as SVG, hidden from screen readers: the name is always next to it."""
    filled, colour = cells_of(key)
    runs = []
    for row in range(SIZE):
        column = 0
        while column < SIZE:
            first = column
            while (column, row) in filled:
                column += 1
            if column > first:
                runs.append(f"M{first + 1} {row + 1}h{column - first}v1h-{column - first}z")
            column += 1
    return (
        f'<svg class="portrait" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 7" '
        f'width="{pixels}" height="{pixels}" aria-hidden="true" focusable="false">'
        f'<rect width="7" height="7" rx="1" fill="{PAPER}"/>'
        f'<path fill="{colour}" d="{"".join(runs)}"/></svg>'
    )
