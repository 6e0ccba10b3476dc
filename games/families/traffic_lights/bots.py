"""Bots for Traffic Lights with and without the bag, which differ in how far they look ahead."""

from typing import TYPE_CHECKING

from games.bots.base import unwrap_series
from games.bots.search import Search, compute_lead
from games.families.traffic_lights.bag import BagState
from games.families.traffic_lights.lines import PATTERNS
from games.rules.base import CHANCE, AnyMove, AnyRules, AnyState, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_BEST_LINE = max(PATTERNS.values())


class Greedy:
    """Takes the best score it can; otherwise only avoids giving away a best line (YYY)."""

    key = "greedy"

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        board, position, own = unwrap_series(rules, state, seat)
        moves = board.moves(position, own)
        after = {move: board.play(position, own, move) for move in moves}
        scores = {move: compute_lead(board, after[move], own) for move in moves}
        best = max(scores.values())
        if best:
            return rng.choice([move for move in moves if scores[move] == best])
        careful = [move for move in moves if not _offers_best_line(board, after[move], 1 - own)]
        return rng.choice(careful or moves)


def _offers_best_line(board: AnyRules, position: AnyState, seat: Seat) -> bool:
    """Whether `seat` could complete a best line next; with the bag, after any draw."""
    if CHANCE in board.awaited(position):
        after = (board.play(position, CHANCE, lot) for lot, _ in board.lots(position))
        return any(_offers_best_line(board, each, seat) for each in after)
    return any(
        compute_lead(board, board.play(position, seat, move), seat) >= _BEST_LINE
        for move in board.moves(position, seat)
    )


# Takes the best line it can, or else gives away as little as possible (rule book 2.9).
TWO_PLY = Search("two_ply", depth=2, lots_decide=False)


class FarSighted:
    """Searches four plies ahead; with the bag, where every draw counts as one, three."""

    key = "far_sighted"

    def choose(self, rules: AnyRules, state: AnyState, seat: Seat, rng: "Random") -> AnyMove:
        _, position, _own = unwrap_series(rules, state, seat)
        depth = 3 if isinstance(position, BagState) else 4
        return Search(self.key, depth, lots_decide=False).choose(rules, state, seat, rng)


STRATEGIES = (Greedy(), TWO_PLY, FarSighted())

MEASURED = {
    "traffic_lights": {"random": 1000, "greedy": 1430, "two_ply": 2030, "far_sighted": 2060},
    "traffic_lights_bag": {"random": 1000, "greedy": 1310, "two_ply": 1470, "far_sighted": 1660},
}
