"""A bot for peg solitaire: beam search that prefers positions with pegs near the centre.

Every line it keeps is searched to its end, so a whole solution is often found from the start.
"""

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from games.families.solitaire.board import FILES, HOLES, JUMPS
from games.families.solitaire.rules import ALL, CENTRE, Position, Solitaire
from games.rules.base import AnyRules, Rules, Seat
from games.rules.grid import bit_indexes

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

JumpLine = tuple[int, ...]

_ISOLATION_PENALTY = 6
_PATTERN_WIDTH = 200  # positions kept in the search for a pattern's solution
_INFINITY = 10**6
_CENTRE_DISTANCES = tuple(
    (abs(FILES.index(hole[0]) - 3) + abs(int(hole[1]) - 4)) ** 2 for hole in HOLES
)
_NEIGHBOURS = tuple(
    sum(
        1 << number
        for number, other in enumerate(HOLES)
        if abs(ord(hole[0]) - ord(other[0])) + abs(int(hole[1]) - int(other[1])) == 1
    )
    for hole in HOLES
)


def cost(pegs: int) -> int:
    """Return the total distance of the pegs from the centre, with a penalty for isolated ones."""
    return sum(
        _CENTRE_DISTANCES[hole] + (0 if pegs & _NEIGHBOURS[hole] else _ISOLATION_PENALTY)
        for hole in bit_indexes(pegs)
    )


@dataclass(frozen=True, slots=True)
class Beam:
    """Keeps the `nodes` most promising positions after each jump."""

    key: str
    nodes: int

    def choose(
        self,
        rules: Rules[Position, int],
        state: Position,
        seat: Seat,  # noqa: ARG002 (one plays alone)
        rng: "Random",
    ) -> int:
        """Return the first jump of a best line; with a pattern to leave, stay on its solution."""
        if state.target and state.pegs in _solution(state.target):
            return _solution(state.target)[state.pegs]
        return rng.choice(find_lines(rules, state, self.nodes))[0]


def find_lines(rules: AnyRules, state: Position, width: int) -> list[JumpLine]:
    """List lines to the best end found, keeping `width` positions after each jump."""
    layer: dict[Position, JumpLine] = {state: ()}
    best = _INFINITY
    found: list[JumpLine] = [(move,) for move in rules.moves(state, 0)]
    while layer:
        for position, line in layer.items():
            outcome = rules.outcome(position)
            if outcome and line and outcome.points[0] <= best:
                found = [*found, line] if outcome.points[0] == best else [line]
                best = outcome.points[0]
        layer = _next_layer(rules, layer, width)
    return found


def _next_layer(
    rules: AnyRules, layer: dict[Position, JumpLine], width: int
) -> dict[Position, JumpLine]:
    """Play every jump in every kept position, and keep the most promising results."""
    following: dict[Position, JumpLine] = {}
    for position, line in layer.items():
        for move in rules.moves(position, 0):
            following.setdefault(rules.play(position, 0, move), (*line, move))
    kept = sorted(following, key=lambda each: cost(each.pegs))[:width]
    return {position: following[position] for position in kept}


@cache
def _solution(target: int) -> dict[int, int]:
    """Return the jump for each board on the way to a pattern.

    With pegs and empty holes swapped, a line from the pattern to the centre is, in reverse, a line
    from the start to the pattern.
    """
    line = find_lines(Solitaire(), Position(ALL ^ target, 0), _PATTERN_WIDTH)[0]
    pegs = ALL ^ CENTRE
    jumps: dict[int, int] = {}
    for move in reversed(line):
        jumps[pegs] = move
        pegs ^= JUMPS[move][0]
    return jumps if pegs == target else {}


STRATEGIES = (Beam("solitaire_beam", nodes=120),)
