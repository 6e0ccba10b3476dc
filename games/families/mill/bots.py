"""A player for Mill: counts stones, closed mills and freedom, and looks some plies ahead."""

from games.bots.deepening import Deepening
from games.families.mill.board import closed_mills
from games.families.mill.rules import Position, free_steps
from games.rules.base import Seat

_STONE, _MILL, _STEP = 100, 20, 4


def worth(state: Position, seat: Seat) -> int:
    """Value a position in hundredths of a stone."""
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: Position, seat: Seat) -> int:
    own = state.stones[seat]
    stones = own.bit_count() + state.hands[seat]
    return stones * _STONE + closed_mills(own) * _MILL + free_steps(state, seat) * _STEP


def promise(state: Position, move: int) -> int:  # noqa: ARG001 - a taking is seen on the move
    """Look at takings first."""
    return move >> 10


STRATEGIES = (Deepening("mill_search", nodes=16_000, worth=worth, promise=promise),)
