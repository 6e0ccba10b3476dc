"""The hexagonal board: points, groups, and the effect of one new stone (TP-2 … TP-6).

A point is a number, 32 × row from the bottom + number of its diagonal (a1 is 1), the same on boards
of every size; a set of points is a bit mask.
"""

from functools import cache
from typing import Final, NamedTuple

from games.rules.grid import bit_indexes

ROWS: Final = "abcdefghijklmnopqrstuvw"
WIDTH: Final = 32
EDGES: Final = (3, 4, 5, 6, 9, 12)

Stones = tuple[int, int, int]


class Placement(NamedTuple):
    """The effect of a stone: the remaining stones, the dead, and those expelled by colour."""

    stones: Stones
    dead: int
    expelled: Stones


@cache
def points_on(edge: int) -> int:
    """Return all points of a board with this many points per edge (rule book 3.1)."""
    return sum(
        1 << WIDTH * (row - 1) + number
        for row in range(1, 2 * edge)
        for number in range(max(1, row - edge + 1), min(2 * edge - 1, row + edge - 1) + 1)
    )


def point_count(edge: int) -> int:
    return 3 * edge * (edge - 1) + 1


def name_of(point: int) -> str:
    """Return the name of a point, such as "e5"."""
    return f"{ROWS[point // WIDTH]}{point % WIDTH}"


def neighbours(points: int, board: int) -> int:
    """Return the points of the board adjacent to any of these (TP-3)."""
    return board & (
        points << 1
        | points >> 1
        | points << WIDTH
        | points >> WIDTH
        | points << WIDTH + 1
        | points >> WIDTH + 1
    )


def group_at(seed: int, own: int, board: int) -> tuple[int, int]:
    """Return the connected points of `own` around the seed, and all points adjacent to them."""
    group = seed
    while True:
        beside = neighbours(group, board)
        grown = group | beside & own
        if grown == group:
            return group, beside & ~group
        group = grown


def groups_of(own: int, board: int) -> list[tuple[int, int]]:
    """List the connected parts of a set of points, each with its adjacent points."""
    found = []
    while own:
        group, beside = group_at(own & -own, own, board)
        found.append((group, beside))
        own &= ~group
    return found


def place_stone(stones: Stones, colour: int, stone: int, board: int) -> Placement | None:
    """Place a stone on an empty point and resolve it; return None if that would be suicide.

    Enemy groups without liberties are removed together (TP-4) before the own group is checked
    (TP-5): dead if one colour touches them, expelled if both do (rule book 3.5).
    """
    own = stones[colour] | stone
    free = board & ~(stones[0] | stones[1] | stones[2] | stone)
    beside = neighbours(stone, board)
    gone, dead = [0, 0, 0], 0
    for enemy, third in (
        ((colour + 1) % 3, (colour + 2) % 3),
        ((colour + 2) % 3, (colour + 1) % 3),
    ):
        touched = beside & stones[enemy]
        while touched:
            group, border = group_at(touched & -touched, stones[enemy], board)
            touched &= ~group
            if border & free:
                continue
            if border & stones[third]:
                gone[enemy] |= group
            else:
                dead |= group
    if not (dead or any(gone) or beside & free):
        group, border = group_at(stone, own, board)
        if not border & free:
            if not (border & stones[colour - 1] and border & stones[colour - 2]):
                return None
            gone[colour] = group
    left = list(stones)
    left[colour] = own
    one, two, three = (left[each] & ~(dead | gone[each]) for each in range(3))
    return Placement((one, two, three), dead, (gone[0], gone[1], gone[2]))


def safe_points(stones: Stones, colour: int, board: int) -> tuple[int, int]:
    """Split the empty points: where a stone certainly lives and takes nothing, and the rest."""
    free = board & ~(stones[0] | stones[1] | stones[2])
    doubtful = 0
    for enemy in (colour - 1, colour - 2):
        for _, beside in groups_of(stones[enemy], board):
            liberties = beside & free
            if not liberties & liberties - 1:
                doubtful |= liberties
    living = free & neighbours(free, board)
    for _, beside in groups_of(stones[colour], board) if free & ~living else ():
        liberties = beside & free
        if liberties & liberties - 1:
            living |= liberties
    return living & ~doubtful, free & ~living | doubtful


def count_area(stones: Stones, board: int) -> list[int]:
    """Count stones, and empty points of regions that touch only one colour (rule book 3.8)."""
    points = [each.bit_count() for each in stones]
    for region, beside in groups_of(board & ~(stones[0] | stones[1] | stones[2]), board):
        touching = [colour for colour in range(3) if beside & stones[colour]]
        if len(touching) == 1:
            points[touching[0]] += region.bit_count()
    return points


def _zobrist_numbers() -> tuple[tuple[int, ...], ...]:
    """Return fixed 64-bit random numbers for each colour on each point (Zobrist)."""
    value, marks, full = 0, [], (1 << 64) - 1
    for _ in range(3 * len(ROWS) * WIDTH):
        value = (value + 0x9E3779B97F4A7C15) & full
        mixed = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & full
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & full
        marks.append(mixed ^ mixed >> 31)
    count = len(ROWS) * WIDTH
    return tuple(tuple(marks[colour * count : (colour + 1) * count]) for colour in range(3))


ZOBRIST_NUMBERS: Final = _zobrist_numbers()


def zobrist_key(stones: Stones) -> int:
    """Return the 64-bit mark (Zobrist key) of the stones on a board (TP-9)."""
    mark = 0
    for colour, own in enumerate(stones):
        for point in bit_indexes(own):
            mark ^= ZOBRIST_NUMBERS[colour][point]
    return mark
