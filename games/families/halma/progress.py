"""How far the men of Halma are from home, and what a move gains."""

from typing import Final

from games.families.halma.board import CORNER, PLACES, TIP, distance, target
from games.rules.base import Seat

PASS: Final = -1


def _away(corner: str, point: int) -> int:
    """Return the weighted distance of a man from the tip of a corner; stragglers weigh most."""
    steps = distance(point, TIP[corner])
    return 20 * steps + steps * steps + _aside(corner, point)


def _aside(corner: str, point: int) -> int:
    """Return how far a man is off the straight line home, in half steps for N and S."""
    if CORNER[corner] >> point & 1:
        return 0
    (x, y), (tip_x, tip_y) = PLACES[point], PLACES[TIP[corner]]
    return abs(x * (tip_y - 8) - tip_x * (y - 8)) // 8


AWAY: Final = {
    corner: tuple(_away(corner, point) for point in range(len(PLACES))) for corner in CORNER
}


def move_priority(seats: int, seat: Seat, move: int) -> int:
    """Return how far forward a move leads; 0 for a pass."""
    if move == PASS:
        return 0
    away = AWAY[target(seats, seat)]
    start, end = divmod(move, 128)
    return away[start] - away[end]
