"""A bot for five in a row: weighs each cell by the rows it would build and those it would block.

Every five cells in a line that hold stones of only one side count for that side, the more stones
the more. A stone that moves is judged as if its cell were empty.
"""

from functools import cache
from typing import TYPE_CHECKING

from games.bots.base import unwrap_series
from games.bots.blundering import BlunderingBot
from games.families.five.rules import STEPS, Position, cells_of, free_cells
from games.rules.base import Rules, Seat
from games.rules.grid import bit_indexes

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_ATTACK_WEIGHTS = (1, 12, 90, 700, 200_000)  # by own stones already in the five
_DEFENCE_WEIGHTS = (0, 10, 70, 500, 30_000)  # by the opponent's stones in it
_ORIGIN_FACTOR = 256


@cache
def five_masks(size: int) -> dict[int, tuple[int, ...]]:
    """Return, for each cell, every five cells in a line through it, as bit masks."""
    board = cells_of(size)
    found: dict[int, list[int]] = {cell: [] for cell in bit_indexes(board)}
    for step in STEPS:
        for cell in found:
            line = [cell + step * number for number in range(5)]
            mask = sum(1 << each for each in line)
            if mask & board == mask:
                for each in line:
                    found[each].append(mask)
    return {cell: tuple(masks) for cell, masks in found.items()}


def cell_weight(size: int, cell: int, own: int, other: int) -> int:
    """Return the weight of a stone on a free cell."""
    total = 0
    for mask in five_masks(size)[cell]:
        mine, theirs = own & mask, other & mask
        if not theirs:
            total += _ATTACK_WEIGHTS[mine.bit_count()]
        elif not mine:
            total += _DEFENCE_WEIGHTS[theirs.bit_count()]
    return total


class Builder:
    """Takes the cell with the highest weight; moves the stone that gains most."""

    key = "five_builder"

    def choose(
        self, rules: Rules[Position, int], state: Position, seat: Seat, rng: "Random"
    ) -> int:
        _, position, own = unwrap_series(rules, state, seat)
        stones, other = position.stones[own], position.stones[1 - own]
        free = bit_indexes(free_cells(position))
        if position.hands[own]:
            gains = {cell: cell_weight(position.size, cell, stones, other) for cell in free}
        else:
            gains = {}
            for origin in bit_indexes(stones):
                rest = stones & ~(1 << origin)
                loss = cell_weight(position.size, origin, rest, other)
                for cell in free:
                    move = cell + _ORIGIN_FACTOR * (origin + 1)
                    gains[move] = cell_weight(position.size, cell, rest, other) - loss
        best = max(gains.values())
        return rng.choice([move for move, gain in gains.items() if gain == best])


STRATEGIES = (
    BlunderingBot("five_beginner", Builder(), strays=50),
    BlunderingBot("five_casual", Builder(), strays=15),
    Builder(),
)

MEASURED = {
    "five": {"random": 1000, "five_beginner": 1560, "five_casual": 2060, "five_builder": 2620},
}
