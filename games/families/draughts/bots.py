"""A bot for draughts: counts men, kings and ranks gained, and searches some plies ahead."""

from games.bots.deepening import DeepeningBot
from games.families.draughts.board import JUMP, Ply, Position, capturing_pieces
from games.rules.base import Seat
from games.rules.grid import bit_indexes

_MAN, _KING, _RANK = 100, 320, 3


def evaluate(state: Position, seat: Seat) -> int:
    """Return the value of a position in hundredths of a man."""
    return _evaluate_side(state, seat) - _evaluate_side(state, 1 - seat)


def _evaluate_side(state: Position, seat: Seat) -> int:
    own = state.pieces[seat]
    men = own & ~state.kings
    ranks = sum(7 - square // 9 if seat else square // 9 for square in bit_indexes(men))
    return men.bit_count() * _MAN + (own & state.kings).bit_count() * _KING + ranks * _RANK


def move_priority(state: Position, move: Ply) -> int:  # noqa: ARG001 - a capture is seen on the move
    """Search long captures first."""
    return len(move) * 2 + (move[0] == JUMP)


def has_choice(state: Position, seat: Seat) -> bool:
    """Whether a seat that need not capture has more than one step for its men."""
    pieces, kings = state.pieces, state.kings
    if capturing_pieces(pieces, kings, seat):
        return False
    men, free = pieces[seat] & ~kings, state.free
    one, other = (men >> 8, men >> 10) if seat else (men << 8, men << 10)
    return (one & free).bit_count() + (other & free).bit_count() > 1


STRATEGIES = tuple(
    DeepeningBot(
        key, nodes=nodes, evaluate=evaluate, move_priority=move_priority, has_choice=has_choice
    )
    for key, nodes in (
        ("draughts_peek", 150),
        ("draughts_glance", 1_500),
        ("draughts_search", 12_000),
    )
)

MEASURED = {
    "draughts": {
        "random": 1000,
        "draughts_peek": 1460,
        "draughts_glance": 1810,
        "draughts_search": 2090,
    },
}
