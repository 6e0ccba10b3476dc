"""A bot for Triad: counts removed dice and searches ahead."""

from games.bots.deepening import DeepeningBot
from games.families.triad.board import RAYS
from games.families.triad.rules import Position
from games.rules.base import Seat

_DIE = 100


def evaluate(state: Position, seat: Seat) -> int:
    """Return the lead in removed dice, in hundredths of a die."""
    return (state.removed[seat] - state.removed[1 - seat]) * _DIE


def move_priority(state: Position, move: int) -> int:  # noqa: ARG001 - a choice is seen on the move
    """Search moves with a choice of dice to remove first: they certainly make a triad."""
    return move >= 1296


def has_choice(state: Position, seat: Seat) -> bool:
    """Whether a side has more than one regular move."""
    board, one = state.board, False
    for cell, die in enumerate(board):
        if die and die >> 2 == seat:
            for ray in RAYS[cell]:
                for steps, end in enumerate(ray, 1):
                    if board[end]:
                        break
                    if steps != die & 3:
                        if one:
                            return True
                        one = True
    return False


STRATEGIES = tuple(
    DeepeningBot(
        key, nodes=nodes, evaluate=evaluate, move_priority=move_priority, has_choice=has_choice
    )
    for key, nodes in (
        ("triad_peek", 150),
        ("triad_glance", 1_500),
        ("triad_search", 12_000),
    )
)

MEASURED = {
    "triad": {"random": 1000, "triad_peek": 1450, "triad_glance": 1850, "triad_search": 2170},
}
