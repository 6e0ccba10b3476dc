"""The move that is made for a seat whose time has run out, where the table agreed to skip turns.

It needs no chance, so that anybody can compute it again: a pass where the rules know one; at Halma
the step or chain of jumps that comes nearest to the target; at Mensch ärgere Dich nicht what "hit
home front" says (rule book 6.8); a bid of nothing in an auction; else the first legal move.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.bots.halma import promise
from games.bots.standing import pick
from games.rules.base import Rules, Seat

PASSES: Final = frozenset({"pass", "skip"})
WISHES: Final = ("hit", "home", "front")


def idle_move(rules: Rules[Any, Any], state: Any, seat: Seat) -> Any:
    """Give the move that is made for an awaited seat that is silent."""
    moves = rules.moves(state, seat)
    for move in moves:
        if rules.spell(move) in PASSES:
            return move
    choose = _BY_FAMILY.get(rules.key.partition(".")[0])
    return choose(state, moves) if choose is not None and len(moves) > 1 else moves[0]


def _forward(state: Any, moves: Any) -> int:
    """Take the longest way forward, among equals the first on the board."""
    return int(max(moves, key=lambda move: (promise(state, move), -move)))


def _standing(state: Any, moves: Any) -> Any:
    """Follow the standing wishes; of pawns to be sent back the most advanced."""
    chosen = None if state.huff else pick(state, WISHES)
    return moves[0] if chosen is None else chosen


_BY_FAMILY: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "halma": _forward,
    "mensch": _standing,
}
