"""Players for Halma: one looks for its longest ways home, the other at the answers as well."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from games.bots.base import running_leg
from games.bots.deepening import Deepening
from games.rules.base import Rules, Seat
from games.rules.halma import (
    CORNER,
    PASS,
    PLACES,
    TIP,
    State,
    distance,
    moves_of,
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
        further = max(away[m >> 7] - away[m & 127] for m in moves_of(after.crowd, after.men[seat]))
        return 3 * (away[start] - away[end]) + 2 * further


def _still_to_go(state: State, seat: Seat) -> int:
    """Weigh how far all men of a seat are from home."""
    away = _AWAY[target(len(state.men), seat)]
    return sum(away[point] for point in points_of(state.men[seat]))


def worth(state: State, seat: Seat) -> int:
    """Value a position of two players for one of them."""
    return _still_to_go(state, 1 - seat) - _still_to_go(state, seat)


def promise(state: State, move: int) -> int:
    """Look at the longest ways forward first."""
    if move == PASS:
        return 0
    away = _AWAY[target(len(state.men), state.turn)]
    start, end = divmod(move, 128)
    return away[start] - away[end]


@dataclass(frozen=True, slots=True)
class Planner:
    """Against one opponent it also reckons with his answers; at three it plays like the runner."""

    key: str = "planner"
    nodes: int = 8_000

    def choose(self, rules: Rules[Any, Any], state: Any, seat: Seat, rng: "Random") -> Any:
        """Pick the best move of the deepest search its positions allow."""
        board, position, own = running_leg(rules, state, seat)
        if len(position.men) > 2:
            return Runner().choose(board, position, own, rng)
        search = Deepening(self.key, self.nodes, worth, promise, deepest=4)
        return search.choose(board, position, own, rng)


STRATEGIES = (Runner(), Planner())
