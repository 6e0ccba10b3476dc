"""Completed lines of Traffic Lights, looked up by the contents of a window of three rows.

Cell i of a board has two bits at 2i: 0 empty, 1 red, 2 yellow, 3 green.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final

COLOURS: Final = ".RYG"
MAIN_CELLS: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
PATTERNS: Final = {"RRR": 1, "GGG": 2, "RYG": 3, "GYR": 3, "YYY": 5}

Layout = tuple[tuple[str, ...], ...]

STEP: Final = tuple(1 << 2 * cell for cell in range(12))


def grid_lines(layout: Layout) -> tuple[tuple[str, str, str], ...]:
    """List all lines of three adjacent cells in a row, column or diagonal (rule book 2.1)."""
    at = {(x, y): cell for y, row in enumerate(layout) for x, cell in enumerate(row)}
    return tuple(
        (cell, at[x + dx, y + dy], at[x + 2 * dx, y + 2 * dy])
        for (x, y), cell in at.items()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if (x + 2 * dx, y + 2 * dy) in at
    )


_WINDOW: Final = tuple(
    tuple(MAIN_CELLS.index(cell) for cell in line)
    for line in grid_lines(tuple(MAIN_CELLS[row : row + 3] for row in (6, 3, 0)))
)


def _line_table(patterns: Sequence[str]) -> bytes:
    """Return the completed lines, as bits, for all 4^9 contents of a 3x3 window."""
    marked = 0
    for number, cells in enumerate(_WINDOW):
        for pattern in patterns:
            table = bytes([1 << number])
            for cell in range(9):
                if cell in cells:
                    value, gap = COLOURS.index(pattern[cells.index(cell)]), bytes(len(table))
                    table = gap * value + table + gap * (3 - value)
                else:
                    table *= 4
            marked |= int.from_bytes(table, "little")
    return marked.to_bytes(4**9, "little")


ANY_LINE: Final = _line_table(tuple(PATTERNS))
GREEN_LINE: Final = _line_table(("GGG",))
# The cells in each subset of the eight lines of a window.
CELLS_IN: Final = tuple(
    reduce(
        or_,
        (3 * STEP[cell] for n, line in enumerate(_WINDOW) if lines >> n & 1 for cell in line),
        0,
    )
    for lines in range(256)
)
