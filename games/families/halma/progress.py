"""How far a man of Halma is from home, and what a move gains."""

from typing import Final

from games.families.halma.board import CORNER, PLACES, TIP, distance, target
from games.rules.base import Seat

PASS: Final = -1


def _away(corner: str, point: int) -> int:
    """Weigh how far a man is from the tip of a corner; those left behind weigh most."""
    steps = distance(point, TIP[corner])
    return 20 * steps + steps * steps + _aside(corner, point)


def _aside(corner: str, point: int) -> int:
    """Count how far a man stands from the straight way, in half steps for N and S."""
    if CORNER[corner] >> point & 1:
        return 0
    (x, y), (tip_x, tip_y) = PLACES[point], PLACES[TIP[corner]]
    return abs(x * (tip_y - 8) - tip_x * (y - 8)) // 8


AWAY: Final = {
    corner: tuple(_away(corner, point) for point in range(len(PLACES))) for corner in CORNER
}


def move_priority(seats: int, seat: Seat, move: int) -> int:
    """Weigh how far forward a move leads; a pass leads nowhere."""
    if move == PASS:
        return 0
    away = AWAY[target(seats, seat)]
    start, end = divmod(move, 128)
    return away[start] - away[end]
