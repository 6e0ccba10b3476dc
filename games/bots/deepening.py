"""Iterative deepening for two-seat rulesets without random draws.

The budget is a number of positions, not a time, so that the same position and seed give the same
move on every machine.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots.base import unwrap_series
from games.rules.base import AnyMove, AnyRules, AnyState, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_WIN_VALUE = 10**6
_INFINITY = 10**7
_FORCED = 6  # forced plies followed beyond the depth


class _BudgetExceeded(Exception):
    """The budget is used up; results of the current depth are discarded."""


def _no_priority(state: AnyState, move: AnyMove) -> int:  # noqa: ARG001 - the default knows no order
    return 0


def _always_has_choice(state: AnyState, seat: Seat) -> bool:  # noqa: ARG001 - the default has no short cut
    return False


@dataclass(frozen=True, slots=True)
class DeepeningBot:
    """Searches one ply deeper each time until `nodes` positions have been evaluated.

    `evaluate(state, seat)` scores an undecided position for a seat in hundredths of a stone;
    `move_priority(state, move)` is higher for moves to search first. If `has_choice(state, seat)`
    is true, the seat is known to have several moves, so they need not be generated to count them.
    """

    key: str
    nodes: int
    evaluate: Callable[[AnyState, Seat], int]
    move_priority: Callable[[AnyState, AnyMove], int] = _no_priority
    deepest: int = 12
    has_choice: Callable[[AnyState, Seat], bool] = _always_has_choice

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        """Return the best move of the last completed depth; `rng` breaks ties."""
        board, position, own = unwrap_series(rules, state, seat)
        moves = list(board.moves(position, own))
        rng.shuffle(moves)
        moves.sort(key=lambda move: -self.move_priority(position, move))
        search = _Search(board, self, self.nodes)
        for depth in range(self.deepest if len(moves) > 1 else 0):
            try:
                moves, best = search.ranked(position, own, moves, depth)
            except _BudgetExceeded:
                break
            if abs(best) >= _WIN_VALUE:
                break
        return moves[0]


class _Search:
    """One search: the rules, the evaluation and the remaining budget."""

    def __init__(self, rules: AnyRules, player: DeepeningBot, budget: int) -> None:
        self.rules, self.player, self.budget = rules, player, budget

    def ranked(
        self, state: AnyState, seat: Seat, moves: list[AnyMove], depth: int
    ) -> tuple[list[AnyMove], int]:
        """Return the moves with the best one first, the others in order, and its value."""
        best, first = -_INFINITY, moves[0]
        for move in moves:
            after = self.rules.play(state, seat, move)
            value = self._after(after, seat, (depth, _FORCED), (best, _INFINITY))
            if value > best:
                best, first = value, move
        return [first, *(move for move in moves if move != first)], best

    def _after(
        self, state: AnyState, seat: Seat, left: tuple[int, int], window: tuple[int, int]
    ) -> int:
        """Return the value for `seat` of the position it has just reached, whoever moves next."""
        low, high = window
        self.budget -= 1
        if self.budget < 0:
            raise _BudgetExceeded
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return (outcome.ranks[1 - seat] - outcome.ranks[seat]) * (_WIN_VALUE + left[0])
        if seat in self.rules.awaited(state):
            return self._value(state, seat, left, (low, high))
        return -self._value(state, 1 - seat, left, (-high, -low))

    def _value(
        self, state: AnyState, seat: Seat, left: tuple[int, int], window: tuple[int, int]
    ) -> int:
        """Evaluate an undecided position for the seat to move: negamax with alpha-beta."""
        depth, forced = left
        if depth <= 0 and (not forced or self.player.has_choice(state, seat)):
            return self.player.evaluate(state, seat)
        moves = self.rules.moves(state, seat)
        if len(moves) == 1 and forced:
            depth, forced = depth + 1, forced - 1
        if depth <= 0:
            return self.player.evaluate(state, seat)
        low, high = window
        best = -_INFINITY
        for move in sorted(moves, key=lambda each: -self.player.move_priority(state, each)):
            after = self.rules.play(state, seat, move)
            best = max(best, self._after(after, seat, (depth - 1, forced), (low, high)))
            low = max(low, best)
            if low >= high:
                break
        return best
