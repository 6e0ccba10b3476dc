"""Depth-limited search for any two-seat ruleset; random draws count with their expected value.

Weaker bots search less deep; no noise is added (rule book 2.9).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots.base import running_leg
from games.rules.base import CHANCE, Move, Rules, Seat, State

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_POINT = 64  # one point outweighs any number of plies: scores first, then sooner or later
_NEVER = 10**6


def lead(rules: Rules[State, Move], state: State, seat: Seat) -> int:
    """Give the points of `seat` minus those of the other once the board is decided, before it 0."""
    outcome = rules.outcome(state)
    if outcome is None:
        return 0
    if any(outcome.points):
        return outcome.points[seat] - outcome.points[1 - seat]
    return outcome.ranks[1 - seat] - outcome.ranks[seat]


def value(
    rules: Rules[State, Move], state: State, seat: Seat, depth: int, window: tuple[float, float]
) -> float:
    """Value a position for the seat to move by negamax with alpha-beta, `depth` plies deep."""
    decided = lead(rules, state, seat)
    if decided:
        return decided * _POINT + (depth if decided > 0 else -depth)
    if depth == 0 or not rules.awaited(state):
        return 0
    low, high = window
    best: float = -_NEVER
    for move in rules.moves(state, seat):
        best = max(best, _reply(rules, rules.play(state, seat, move), seat, depth, (low, high)))
        low = max(low, best)
        if low >= high:
            break
    return best


def _reply(
    rules: Rules[State, Move], after: State, seat: Seat, depth: int, window: tuple[float, float]
) -> float:
    """Value for `seat` the position it has just made, whoever moves next."""
    low, high = window
    awaited = rules.awaited(after)
    if CHANCE in awaited:
        return _expected(rules, after, seat, depth)
    if seat in awaited:
        return value(rules, after, seat, depth - 1, (low, high))
    return -value(rules, after, 1 - seat, depth - 1, (-high, -low))


def _expected(rules: Rules[State, Move], state: State, seat: Seat, depth: int) -> float:
    """Average over a lot; the window closes nothing here, and a lot is not a ply of the depth."""
    worths = [
        (_reply(rules, rules.play(state, CHANCE, lot), seat, depth, (-_NEVER, _NEVER)), weight)
        for lot, weight in rules.lots(state)
    ]
    return sum(worth * weight for worth, weight in worths) / sum(weight for _, weight in worths)


@dataclass(frozen=True, slots=True)
class Search:
    """Takes the move whose value `depth` plies on is best; chance decides among equals.

    In a series it searches the running leg: a finished leg is the horizon.
    """

    key: str
    depth: int

    def choose(self, rules: Rules[State, Move], state: State, seat: Seat, rng: "Random") -> Move:
        """Pick one of the best moves."""
        board, position, own = running_leg(rules, state, seat)
        best: float = -_NEVER
        choice: list[Move] = []
        for move in board.moves(position, own):
            after = board.play(position, own, move)
            # One below the best keeps equal values exact, so that chance may choose among them.
            worth = _reply(board, after, own, self.depth, (best - 1, _NEVER))
            if worth > best:
                best, choice = worth, [move]
            elif worth == best:
                choice.append(move)
        return rng.choice(choice)
