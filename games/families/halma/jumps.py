"""Steps and chains of jumps on the star of Halma, looked up by what surrounds a man.

A move is `start * SPAN + end`.
"""

from collections.abc import Iterable
from functools import reduce
from operator import xor
from typing import Final

from games.families.halma.board import COORDINATES, POINT_AT, POINTS, points_of

_DIRECTIONS: Final = ((-1, -1), (1, -1), (-2, 0), (2, 0), (-1, 1), (1, 1))  # in board order
SPAN: Final = 128


def _points_beyond(point: int, times: int) -> tuple[int, ...]:
    """Return the points so many steps away in the six directions, -1 beyond the board."""
    x, y = COORDINATES[point]
    return tuple(POINT_AT.get((x + times * dx, y + times * dy), -1) for dx, dy in _DIRECTIONS)


_BESIDE: Final = tuple(_points_beyond(point, 1) for point in range(len(POINTS)))
_BEHIND: Final = tuple(_points_beyond(point, 2) for point in range(len(POINTS)))
# The crowd is an int with two bytes per point. Among the first 128 bytes, a point's byte has a bit
# for each taken neighbour and one for the point itself; among the others, a bit for each free point
# behind a neighbour. `CROWD[point]` are the bits that change if a man enters or leaves the point.
_TAKEN: Final = 64
_BYTES: Final = 2 * SPAN
CROWD: Final = tuple(
    _TAKEN << 8 * point
    | sum(1 << 8 * other + 5 - way for way, other in enumerate(_BESIDE[point]) if other >= 0)
    | sum(
        1 << 8 * (SPAN + other) + 5 - way for way, other in enumerate(_BEHIND[point]) if other >= 0
    )
    for point in range(len(POINTS))
)
_EMPTY_OCCUPANCY: Final = sum(
    1 << 8 * (SPAN + point) + way
    for point, behind in enumerate(_BEHIND)
    for way, other in enumerate(behind)
    if other >= 0
)


def _tabulate(point: int, ways: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the steps from a point, as moves, and its jump targets, by taken neighbours."""
    around = enumerate(zip(_BESIDE[point], _BEHIND[point], strict=True))
    each = [(ways >> way & 1, beside, behind) for way, (beside, behind) in around]
    steps = tuple(point * SPAN + to for over, to, _ in each if not over and to >= 0)
    return steps, tuple(to for over, _, to in each if over and to >= 0)


_TABLE: Final = tuple(
    tuple(_tabulate(point, ways) for ways in range(_TAKEN)) for point in range(len(POINTS))
)
_STEPS: Final = tuple(tuple(steps for steps, _ in each) for each in _TABLE)
_LANDS: Final = tuple(tuple(lands for _, lands in each) for each in _TABLE)
# The same jump targets as moves.
_HOPS: Final = tuple(
    tuple(tuple(point * SPAN + to for to in lands) for lands in each)
    for point, each in enumerate(_LANDS)
)
BIT: Final = tuple(1 << point for point in range(SPAN))
# By each byte of a mask: its points, with the steps and jump targets of a man there.
_Man = tuple[int, tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]
_MAN: Final[tuple[_Man, ...]] = tuple(
    (point, steps, lands) for point, (steps, lands) in enumerate(zip(_STEPS, _LANDS, strict=True))
)
_MEN: Final = tuple(
    tuple(
        tuple(_MAN[at + bit] for bit in range(8) if byte >> bit & 1 and at + bit < len(_MAN))
        for byte in range(256)
    )
    for at in range(0, SPAN, 8)
)


def occupancy_of(men: Iterable[int]) -> int:
    """Return the crowd of all men: taken neighbours and free jump targets of every point."""
    points = [point for mask in men for point in points_of(mask)]
    return reduce(xor, (CROWD[point] for point in points), _EMPTY_OCCUPANCY)


def _jump_directions(crowd: int) -> bytes:
    """Return for every point the directions in which a man there could jump."""
    return (crowd & crowd >> 8 * SPAN).to_bytes(SPAN, "little")


def _jump_targets(jumpable: bytes, start: int) -> list[int]:
    """List where chains of jumps can take the man on `start`, except back to `start`.

    Its own point need not be cleared: a man never jumps over its starting point.
    """
    ends = list(_LANDS[start][jumpable[start]])
    for point in ends:  # grows during the loop
        for end in _LANDS[point][jumpable[point]]:
            if end not in ends:
                ends.append(end)
    return ends


def moves_of(crowd: int, men: int) -> list[int]:
    """List the moves of these men: single steps, or chains of jumps (HA-3)."""
    near = crowd.to_bytes(_BYTES, "little")
    jumpable = _jump_directions(crowd)
    found: list[int] = []
    for table, byte in zip(_MEN, men.to_bytes(SPAN // 8, "little")):  # noqa: B905 - both of 16
        if byte:
            for start, steps, lands in table[byte]:
                found += steps[near[start] - _TAKEN]
                if ways := jumpable[start]:
                    for point in lands[ways]:
                        if jumpable[point]:
                            base = start * SPAN
                            found += sorted([base + end for end in _jump_targets(jumpable, start)])
                            break
                    else:
                        found += _HOPS[start][ways]
    return found


def has_several_steps(crowd: int, men: int) -> bool:
    """Whether these men have more than one step, not counting jumps."""
    near, count = crowd.to_bytes(_BYTES, "little"), 0
    for start in points_of(men):
        count += len(_STEPS[start][near[start] - _TAKEN])
        if count > 1:
            return True
    return False


def can_reach(crowd: int, move: int) -> bool:
    """Whether the man at the start of a move can reach its end."""
    start = move >> 7
    if move in _STEPS[start][(crowd >> 8 * start & 255) - _TAKEN]:
        return True
    return move & 127 in _jump_targets(_jump_directions(crowd), start)
