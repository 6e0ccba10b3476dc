"""The star of Halma: its points, corners and distances."""

from collections.abc import Mapping
from typing import Final

from games.rules.base import Seat
from games.rules.grid import bit_indexes

ROWS: Final = "abcdefghijklmnopq"
ROW_LENGTHS: Final = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
POINTS: Final = tuple(
    f"{row}{number}"
    for row, length in zip(ROWS, ROW_LENGTHS, strict=True)
    for number in range(1, length + 1)
)
INDEX: Final[Mapping[str, int]] = {name: point for point, name in enumerate(POINTS)}
# Column in half steps from the axis of the star, and row from the top.
COORDINATES: Final = tuple(
    (2 * number - length + 1, row)
    for row, length in enumerate(ROW_LENGTHS)
    for number in range(length)
)
POINT_AT: Final = {place: point for point, place in enumerate(COORDINATES)}

CORNERS: Final[Mapping[str, str]] = {
    "N": "a1 b1 b2 c1 c2 c3 d1 d2 d3 d4",
    "S": "q1 p1 p2 o1 o2 o3 n1 n2 n3 n4",
    "NW": "e1 e2 f1 e3 f2 g1 e4 f3 g2 h1",
    "SE": "m13 m12 l12 m11 l11 k11 m10 l10 k10 j10",
    "NE": "e13 e12 f12 e11 f11 g11 e10 f10 g10 h10",
    "SW": "m1 m2 l1 m3 l2 k1 m4 l3 k2 j1",
}
OPPOSITE_CORNER: Final[Mapping[str, str]] = {"N": "S", "S": "N", "NW": "SE", "SE": "NW"} | {
    "NE": "SW",
    "SW": "NE",
}
HOMES: Final[Mapping[int, tuple[str, ...]]] = {2: ("N", "S"), 3: ("N", "SE", "SW")}


def mask_of(names: str) -> int:
    """Return the bit mask of points given by name."""
    return sum(1 << INDEX[name] for name in names.split())


def points_of(mask: int) -> list[int]:
    """List the points of a bit mask in board order."""
    return bit_indexes(mask)


def distance(one: int, other: int) -> int:
    """Return the number of steps between two points of the empty board."""
    across, down = (abs(a - b) for a, b in zip(COORDINATES[one], COORDINATES[other], strict=True))
    return down + max(0, across - down) // 2


def target_corner(seats: int, seat: Seat) -> str:
    """Return the corner that a seat must fill: the one opposite its own (HA-1)."""
    return OPPOSITE_CORNER[HOMES[seats][seat]]


CORNER_MASKS: Final = {name: mask_of(names) for name, names in CORNERS.items()}
TIP: Final = {name: INDEX[names.split()[0]] for name, names in CORNERS.items()}
