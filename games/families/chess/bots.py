"""Bots for chess, which differ in how many positions they search."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.bots.base import unwrap_series
from games.families.chess.evaluation import gain
from games.families.chess.rules import Position
from games.families.chess.search import Search
from games.rules.base import Rules, Seat

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here


@dataclass(frozen=True, slots=True)
class ChessSearch:
    """Searches one ply deeper each time until `nodes` positions have been seen."""

    key: str
    nodes: int

    def choose(
        self, rules: Rules[Position, int], state: Position, seat: Seat, rng: "Random"
    ) -> int:
        ruleset, position, own = unwrap_series(rules, state, seat)
        core = position.core
        moves = list(ruleset.moves(position, own))
        rng.shuffle(moves)
        moves.sort(key=lambda move: -gain(core, move))
        return Search(self.nodes, frozenset(position.seen)).best(core, moves)


STRATEGIES = (
    ChessSearch("chess_peek", 150),
    ChessSearch("chess_glance", 1_500),
    ChessSearch("chess_search", 8_000),
)

MEASURED = {
    "chess": {"random": 1000, "chess_peek": 1400, "chess_glance": 1690, "chess_search": 1910},
}
