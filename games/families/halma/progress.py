"""How far the men of Halma are from home, and what a move gains."""

from typing import Final

from games.families.halma.board import COORDINATES, CORNER_MASKS, TIP, distance, target_corner
from games.rules.base import Seat

PASS: Final = -1


def _weighted_distance(corner: str, point: int) -> int:
    """Return the weighted distance of a man from the tip of a corner; stragglers weigh most."""
    steps = distance(point, TIP[corner])
    return 20 * steps + steps * steps + _sideways_distance(corner, point)


def _sideways_distance(corner: str, point: int) -> int:
    """Return how far a man is off the straight line home, in half steps for N and S."""
    if CORNER_MASKS[corner] >> point & 1:
        return 0
    (x, y), (tip_x, tip_y) = COORDINATES[point], COORDINATES[TIP[corner]]
    return abs(x * (tip_y - 8) - tip_x * (y - 8)) // 8


WEIGHTED_DISTANCES: Final = {
    corner: tuple(_weighted_distance(corner, point) for point in range(len(COORDINATES)))
    for corner in CORNER_MASKS
}


def move_priority(seats: int, seat: Seat, move: int) -> int:
    """Return how far forward a move leads; 0 for a pass."""
    if move == PASS:
        return 0
    away = WEIGHTED_DISTANCES[target_corner(seats, seat)]
    start, end = divmod(move, 128)
    return away[start] - away[end]
