"""The board of mill: points, lines, and which mills stones close, without the rules of a match.

Points are numbered 0 to 23 in the order of `POINTS`; a set of points is a bit mask, looked up in
halves of twelve bits.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from games.rules.grid import bit_indexes

MILLS: Final = tuple(
    tuple(names.split())
    for names in (
        *("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"),
        *("a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7"),
        *("a4 b4 c4", "e4 f4 g4", "d1 d2 d3", "d5 d6 d7"),
    )
)
POINTS: Final = tuple(sorted({point for names in MILLS for point in names}))

ORIGIN_FACTOR: Final = 32
TAKEN: Final = 1024
ALL: Final = (1 << 24) - 1
INDEX: Final = {name: number for number, name in enumerate(POINTS)}
HALF: Final = (1 << 12) - 1
_MASKS: Final = tuple(sum(1 << INDEX[name] for name in names) for names in MILLS)
# By point: the two other points of each mill it belongs to.
PARTNERS: Final = tuple(
    tuple(mask & ~(1 << point) for mask in _MASKS if mask >> point & 1) for point in range(24)
)
NEIGHBOURS: Final = tuple(
    sum(
        1 << INDEX[other]
        for names in MILLS
        for one, other in (names[:2], names[1::-1], names[1:], names[:0:-1])
        if one == point
    )
    for point in POINTS
)
# By the mask of a half: its points, the parts of moves that take from them, their neighbours.
LOW, HIGH = (
    tuple(tuple(first + bit for bit in range(12) if half >> bit & 1) for half in range(1 << 12))
    for first in (0, 12)
)
LOW_TAKEN, HIGH_TAKEN = (
    tuple(tuple((point + 1) * TAKEN for point in points) for points in half) for half in (LOW, HIGH)
)
_LOW_NEXT, _HIGH_NEXT = (
    tuple(reduce(or_, (NEIGHBOURS[point] for point in points), 0) for points in half)
    for half in (LOW, HIGH)
)


def _subsets(bits: int) -> list[int]:
    """Return all subsets of a bit mask."""
    found = [0]
    for place in bit_indexes(bits):
        found += [each | 1 << place for each in found]
    return found


# The steps of a stone, by its point and the free points next to it.
STEPS: Final[tuple[dict[int, tuple[int, ...]], ...]] = tuple(
    {
        free: tuple((origin + 1) * ORIGIN_FACTOR + point for point in bit_indexes(free))
        for free in _subsets(near)
    }
    for origin, near in enumerate(NEIGHBOURS)
)
# The point that completes a mill, by the mask of two stones.
COMPLETING_POINT: Final = {
    mask ^ 1 << point: 1 << point for mask in _MASKS for point in bit_indexes(mask)
}
_SPANNING_MILLS: Final = tuple(mask for mask in _MASKS if mask & HALF and mask >> 12)


def _gaps(stones: int, masks: Iterable[int]) -> int:
    """Return the points that are the only one missing in one of these mills."""
    missing = (mask & ~stones for mask in masks)
    return reduce(or_, (each for each in missing if each.bit_count() == 1), 0)


def _closed_points(stones: int, masks: Iterable[int]) -> int:
    """Return the points of the closed ones of these mills."""
    return reduce(or_, (mask for mask in masks if not mask & ~stones), 0)


def _counts(stones: int) -> int:
    """Return the number of stones in each mill that spans both halves, two bits per mill."""
    return sum((stones & mask).bit_count() << 2 * at for at, mask in enumerate(_SPANNING_MILLS))


# By the stones of a half: the missing points and the closed points of its mills. Of the mills that
# span both halves, the stones are counted per half and the two counts added.
_HALVES: Final = tuple(
    [mask for mask in _MASKS if not mask & ~(HALF << first)] for first in (0, 12)
)
_LOW_GAPS, _HIGH_GAPS = (
    tuple(_gaps(half << first, masks) for half in range(1 << 12))
    for first, masks in zip((0, 12), _HALVES, strict=True)
)
_LOW_HELD, _HIGH_HELD = (
    tuple(_closed_points(half << first, masks) for half in range(1 << 12))
    for first, masks in zip((0, 12), _HALVES, strict=True)
)
_LOW_COUNTS, _HIGH_COUNTS = (
    tuple(_counts(half << first) for half in range(1 << 12)) for first in (0, 12)
)
# By that sum: all points of the spanning mills that hold two stones, or three.
_TWO, _THREE = (
    tuple(
        reduce(
            or_,
            (mask for at, mask in enumerate(_SPANNING_MILLS) if counts >> 2 * at & 3 == held),
            0,
        )
        for counts in range(1 << 12)
    )
    for held in (2, 3)
)


def mill_closing_points(stones: int) -> int:
    """Return the points where another stone would close a mill, even if occupied."""
    low, high = stones & HALF, stones >> 12
    both = _TWO[_LOW_COUNTS[low] + _HIGH_COUNTS[high]]
    return (_LOW_GAPS[low] | _HIGH_GAPS[high] | both) & ~stones


def stones_in_mills(stones: int) -> int:
    """Return the stones that stand in a closed mill."""
    low, high = stones & HALF, stones >> 12
    return _LOW_HELD[low] | _HIGH_HELD[high] | _THREE[_LOW_COUNTS[low] + _HIGH_COUNTS[high]]


def closes_mill(rest: int, point: int) -> bool:
    """Whether a stone on `point` closes a mill with the stones in `rest` (MU-4)."""
    first, second = PARTNERS[point]
    return rest & first == first or rest & second == second


def count_closed_mills(stones: int) -> int:
    return sum(stones & mask == mask for mask in _MASKS)


def neighbours(stones: int) -> int:
    """Return all points adjacent to these, including occupied ones."""
    return _LOW_NEXT[stones & HALF] | _HIGH_NEXT[stones >> 12]


DRAWING: Final = """\
7  .-----------.-----------.
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g"""

SPOTS: Final = tuple(
    2 * (7 - int(name[1])) * (DRAWING.index("\n") + 1) + 3 + 4 * "abcdefg".index(name[0])
    for name in POINTS
)
