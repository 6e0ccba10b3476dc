"""A player for Triad: counts removed dice and the triads that lie ready, and looks ahead."""

from games.bots.deepening import Deepening
from games.families.triad.rules import Position
from games.rules.base import Seat

_DIE = 100


def worth(state: Position, seat: Seat) -> int:
    """Value a position in hundredths of a die: each removed one counts."""
    return (state.removed[seat] - state.removed[1 - seat]) * _DIE


def promise(state: Position, move: int) -> int:  # noqa: ARG001 - a choice is seen on the move
    """Look first at moves with a die to choose: they make a triad for certain."""
    return move >= 1296


STRATEGIES = (Deepening("triad_search", nodes=12_000, worth=worth, promise=promise),)
