"""A player for draughts: counts men, kings and ranks gained, and looks some plies ahead."""

from games.bots.deepening import Deepening
from games.families.draughts.board import JUMP, Ply, Position
from games.rules.base import Seat
from games.rules.grid import places_of

_MAN, _KING, _RANK = 100, 320, 3


def worth(state: Position, seat: Seat) -> int:
    """Value a position in hundredths of a man."""
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: Position, seat: Seat) -> int:
    own = state.pieces[seat]
    men = own & ~state.kings
    ranks = sum(7 - square // 9 if seat else square // 9 for square in places_of(men))
    return men.bit_count() * _MAN + (own & state.kings).bit_count() * _KING + ranks * _RANK


def promise(state: Position, move: Ply) -> int:  # noqa: ARG001 - a taking is seen on the move
    """Look at long takings first."""
    return len(move) * 2 + (move[0] == JUMP)


STRATEGIES = (Deepening("draughts_search", nodes=12_000, worth=worth, promise=promise),)
