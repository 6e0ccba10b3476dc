"""Bots for Halma: one takes the longest way home, the other considers replies as well."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from games.bots.base import unwrap_series
from games.bots.blundering import BlunderingBot
from games.bots.deepening import DeepeningBot
from games.families.halma.board import points_of, target_corner
from games.families.halma.jumps import has_several_steps, moves_of
from games.families.halma.progress import WEIGHTED_DISTANCES, move_priority
from games.families.halma.rules import PASS, State
from games.rules.base import AnyRules, Rules, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_FAR: Final = 10**9


class Runner:
    """Takes the move that gains most ground together with the best move after it."""

    key = "runner"

    def choose(self, rules: Rules[State, int], state: State, seat: Seat, rng: "Random") -> int:
        board, position, own = unwrap_series(rules, state, seat)
        moves = board.moves(position, own)
        if tuple(moves) == (PASS,):
            return PASS
        worth: dict[int, float] = {
            move: self._evaluate_move(board, position, own, move) for move in moves
        }
        best = max(worth.values())
        good: list[int] = [move for move in moves if worth[move] == best]
        return rng.choice(good)

    def _evaluate_move(self, board: AnyRules, position: State, seat: Seat, move: int) -> int:
        """Return what a move and the best one after it gain together."""
        after = board.play(position, seat, move)
        if after.ending:
            return _FAR if after.winner == seat else -_FAR
        away = WEIGHTED_DISTANCES[target_corner(len(position.men), seat)]
        start, end = divmod(move, 128)
        further = max(away[m >> 7] - away[m & 127] for m in moves_of(after.crowd, after.men[seat]))
        return 3 * (away[start] - away[end]) + 2 * further


def _distance_home(state: State, seat: Seat) -> int:
    """Return the weighted distance of a seat's men from home."""
    away = WEIGHTED_DISTANCES[target_corner(len(state.men), seat)]
    return sum(away[point] for point in points_of(state.men[seat]))


def evaluate(state: State, seat: Seat) -> int:
    """Return the value of a two-player position for one of the seats."""
    return _distance_home(state, 1 - seat) - _distance_home(state, seat)


def _has_choice(state: State, seat: Seat) -> bool:
    """Whether a seat certainly has more than one move."""
    return has_several_steps(state.crowd, state.men[seat])


def _move_priority(state: State, move: int) -> int:
    """Search the longest moves forward first."""
    return move_priority(len(state.men), state.turn, move)


@dataclass(frozen=True, slots=True)
class Planner:
    """Searches replies against one opponent; with three players it plays like `Runner`."""

    key: str = "planner"
    nodes: int = 8_000

    def choose(self, rules: Rules[State, int], state: State, seat: Seat, rng: "Random") -> int:
        board, position, own = unwrap_series(rules, state, seat)
        if len(position.men) > 2:
            return Runner().choose(board, position, own, rng)
        search = DeepeningBot(
            self.key, self.nodes, evaluate, _move_priority, deepest=4, has_choice=_has_choice
        )
        return int(search.choose(board, position, own, rng))


STRATEGIES = (BlunderingBot("halma_casual", Runner(), strays=35), Runner(), Planner())

MEASURED = {
    "halma": {"random": 1000, "halma_casual": 1450, "runner": 1870, "planner": 2070},
}
