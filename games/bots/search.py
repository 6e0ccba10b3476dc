"""Depth-limited search for any two-seat ruleset; random draws count with their expected value.

Weaker bots search less deep; no noise is added (rule book 2.9).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from games.bots.base import unwrap_series
from games.rules.base import CHANCE, Move, Rules, Seat, State

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_POINT = 64  # outweighs any depth: points first, then speed
_INFINITY = 10**6
_FULL_WINDOW = (-_INFINITY, _INFINITY)


def compute_lead(rules: Rules[State, Move], state: State, seat: Seat) -> int:
    """Return the points of `seat` minus those of the other, or the difference in ranks.

    0 while the match is undecided.
    """
    outcome = rules.outcome(state)
    if outcome is None:
        return 0
    if any(outcome.points):
        return outcome.points[seat] - outcome.points[1 - seat]
    return outcome.ranks[1 - seat] - outcome.ranks[seat]


class SearchRun(Generic[State, Move]):
    """One search; caches results by position and depth."""

    def __init__(self, rules: Rules[State, Move], *, lots_decide: bool = True) -> None:
        self.rules, self._lots_decide = rules, lots_decide
        # Bounds of a position's value, and averages over random draws.
        self._known: dict[tuple[State, int], tuple[float, float]] = {}
        self._averages: dict[tuple[State, int, Seat], float] = {}

    def value(self, state: State, seat: Seat, depth: int, window: tuple[float, float]) -> float:
        """Evaluate a position for the seat to move, `depth` plies deep: negamax with alpha-beta."""
        decided = compute_lead(self.rules, state, seat)
        if decided:
            return decided * _POINT + (depth if decided > 0 else -depth)
        if depth == 0 or not self.rules.awaited(state):
            return 0
        low, high = window
        least, most = self._known.get((state, depth), _FULL_WINDOW)
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        best = self._best(state, seat, depth, window)
        if best > low:
            least = best
        if best < high:
            most = best
        self._known[state, depth] = least, most
        return best

    def _best(self, state: State, seat: Seat, depth: int, window: tuple[float, float]) -> float:
        """Return the best value of all moves, with a cut-off at the window."""
        low, high = window
        best: float = -_INFINITY
        for move in self.rules.moves(state, seat):
            after = self.rules.play(state, seat, move)
            best = max(best, self.reply(after, seat, depth, (low, high)))
            low = max(low, best)
            if low >= high:
                break
        return best

    def reply(self, after: State, seat: Seat, depth: int, window: tuple[float, float]) -> float:
        """Return the value for `seat` of the position it has just reached, whoever moves next."""
        low, high = window
        awaited = self.rules.awaited(after)
        if CHANCE in awaited:
            return self._expected(after, seat, depth)
        if seat in awaited:
            return self.value(after, seat, depth - 1, (low, high))
        return -self.value(after, 1 - seat, depth - 1, (-high, -low))

    def _expected(self, state: State, seat: Seat, depth: int) -> float:
        """Return the average over a random draw, which does not use up depth."""
        if depth == 1 and not self._lots_decide:
            return 0
        found = self._averages.get((state, depth, seat))
        if found is None:
            total = weights = 0.0
            for lot, weight in self.rules.lots(state):
                after = self.rules.play(state, CHANCE, lot)
                total += weight * self.reply(after, seat, depth, _FULL_WINDOW)
                weights += weight
            found = self._averages[state, depth, seat] = total / weights
        return found


@dataclass(frozen=True, slots=True)
class Search:
    """Chooses the move with the best value after `depth` plies; `rng` breaks ties.

    In a series it searches only the running leg. If no random draw can end a leg (`lots_decide` is
    false), draws after the last ply are not searched.
    """

    key: str
    depth: int
    lots_decide: bool = True

    def choose(self, rules: Rules[State, Move], state: State, seat: Seat, rng: "Random") -> Move:
        board, position, own = unwrap_series(rules, state, seat)
        look = SearchRun(board, lots_decide=self.lots_decide)
        best: float = -_INFINITY
        choice: list[Move] = []
        for move in board.moves(position, own):
            after = board.play(position, own, move)
            # A window from one below the best keeps equal values exact, for random tie-breaks.
            worth = look.reply(after, own, self.depth, (best - 1, _INFINITY))
            if worth > best:
                best, choice = worth, [move]
            elif worth == best:
                choice.append(move)
        return rng.choice(choice)
