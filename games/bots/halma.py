"""A player for Halma: it looks for the two moves in a row that bring its men furthest home."""

from typing import TYPE_CHECKING, Any, Final

from games.bots.base import running_leg
from games.rules.base import Rules, Seat
from games.rules.halma import (
    CORNER,
    PASS,
    PLACES,
    TIP,
    State,
    distance,
    ends_of,
    points_of,
    target,
)

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_FAR: Final = 10**9


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


_AWAY: Final = {
    corner: tuple(_away(corner, point) for point in range(len(PLACES))) for corner in CORNER
}


def _gains(occupied: int, mine: int, away: tuple[int, ...]) -> list[tuple[int, int, int]]:
    """List (gain, start, end) of all moves of a side."""
    return [
        (away[start] - away[end], start, end)
        for start in points_of(mine)
        for end in points_of(ends_of(occupied, start))
    ]


class Runner:
    """Takes the move after which it can come furthest with this and its next one."""

    key = "runner"

    def choose(self, rules: Rules[Any, Any], state: Any, seat: Seat, rng: "Random") -> Any:
        """Pick one of the best moves, a winning one at once."""
        board, position, own = running_leg(rules, state, seat)
        moves = board.moves(position, own)
        if tuple(moves) == (PASS,):
            return PASS
        worth = {move: self._worth(board, position, own, move) for move in moves}
        best = max(worth.values())
        return rng.choice([move for move in moves if worth[move] == best])

    def _worth(self, board: Rules[Any, Any], position: State, seat: Seat, move: int) -> int:
        """Value a move by what it and the best next move gain together."""
        after = board.play(position, seat, move)
        if after.ending:
            return _FAR if after.winner == seat else -_FAR
        away = _AWAY[target(len(position.men), seat)]
        start, end = divmod(move, 128)
        occupied, mine = sum(after.men), after.men[seat]
        further = max(gain for gain, _, _ in _gains(occupied, mine, away))
        return 3 * (away[start] - away[end]) + 2 * further


STRATEGIES = (Runner(),)
