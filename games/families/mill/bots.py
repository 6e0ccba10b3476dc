"""A bot for mill: counts stones, closed mills and free steps, and searches some plies ahead."""

from games.bots.deepening import DeepeningBot
from games.families.mill.board import ALL, count_closed_mills, neighbours
from games.families.mill.rules import Position, count_free_steps
from games.rules.base import Seat

_STONE, _MILL, _STEP = 100, 20, 4


def evaluate(state: Position, seat: Seat) -> int:
    """Return the value of a position in hundredths of a stone."""
    return _evaluate_side(state, seat) - _evaluate_side(state, 1 - seat)


def _evaluate_side(state: Position, seat: Seat) -> int:
    own = state.stones[seat]
    stones = own.bit_count() + state.hands[seat]
    return stones * _STONE + count_closed_mills(own) * _MILL + count_free_steps(state, seat) * _STEP


def move_priority(state: Position, move: int) -> int:  # noqa: ARG001 - a capture is seen on the move
    """Search captures first."""
    return move >> 10


def has_choice(state: Position, seat: Seat) -> bool:
    """Whether a seat can reach more than one point."""
    own = state.stones[seat]
    free = ALL ^ (own | state.stones[1 - seat])
    flies = state.hands[seat] or own.bit_count() == 3
    return (free if flies else free & neighbours(own)).bit_count() > 1


STRATEGIES = tuple(
    DeepeningBot(
        key, nodes=nodes, evaluate=evaluate, move_priority=move_priority, has_choice=has_choice
    )
    for key, nodes in (
        ("mill_peek", 150),
        ("mill_glance", 1_500),
        ("mill_search", 16_000),
    )
)

MEASURED = {
    "mill": {"random": 1000, "mill_peek": 1470, "mill_glance": 1740, "mill_search": 1890},
}
