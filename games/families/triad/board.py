"""The 36 cells of Triad, a1 to f6, and the lines through them (TR-1)."""

from typing import Final

CELLS: Final = tuple(f"{file}{rank}" for rank in range(1, 7) for file in "abcdef")
_DIRECTIONS: Final = tuple((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def _line_from(cell: int, way: tuple[int, int], length: int) -> tuple[int, ...]:
    """List up to `length` cells in one direction from a cell, within the board."""
    x, y = cell % 6, cell // 6
    steps = ((x + way[0] * n, y + way[1] * n) for n in range(1, length + 1))
    return tuple(6 * b + a for a, b in steps if 0 <= a < 6 and 0 <= b < 6)


RAYS: Final = tuple(
    tuple(ray for way in _DIRECTIONS if (ray := _line_from(cell, way, 3))) for cell in range(36)
)
PATHS: Final = {
    36 * cell + ray[n]: ray[: n + 1]
    for cell, rays in enumerate(RAYS)
    for ray in rays
    for n in range(len(ray))
}
_LINES_OF_THREE: Final = tuple(
    (cell, *line)
    for cell in range(36)
    for way in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if len(line := _line_from(cell, way, 2)) == 2
)
# The two other cells of every line of three through a cell.
LINE_PARTNERS: Final = tuple(
    tuple(tuple(c for c in three if c != cell) for three in _LINES_OF_THREE if cell in three)
    for cell in range(36)
)
# For two cells: the bits of all cells that form a line of three with them.
THIRD_CELLS: Final = tuple(
    tuple(
        sum(
            1 << c
            for three in _LINES_OF_THREE
            if {one, other} < {*three}
            for c in three
            if c not in (one, other)
        )
        for other in range(36)
    )
    for one in range(36)
)
