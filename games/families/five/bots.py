"""A bot for five in a row: weighs each cell by the rows it would build and those it would block.

Every five cells in a line that hold stones of only one side count for that side, the more stones
the more. A stone that moves is judged as if its cell were empty.
"""

from functools import cache
from typing import TYPE_CHECKING

from games.bots.base import unwrap_series
from games.bots.blundering import Blundering
from games.families.five.rules import STEPS, Position, cells_of, free_cells
from games.rules.base import Rules, Seat
from games.rules.grid import places_of

if TYPE_CHECKING:
    from random import Random  # noqa: TID251 - the type of a parameter; nothing is drawn here

_BUILD = (1, 12, 90, 700, 200_000)  # by own stones already in the five
_STOP = (0, 10, 70, 500, 30_000)  # by the opponent's stones in it
_FROM = 256


@cache
def windows(size: int) -> dict[int, tuple[int, ...]]:
    """Return, for each cell, every five cells in a line through it, as bit masks."""
    board = cells_of(size)
    found: dict[int, list[int]] = {cell: [] for cell in places_of(board)}
    for step in STEPS:
        for cell in found:
            line = [cell + step * number for number in range(5)]
            mask = sum(1 << each for each in line)
            if mask & board == mask:
                for each in line:
                    found[each].append(mask)
    return {cell: tuple(masks) for cell, masks in found.items()}


def weight(size: int, cell: int, own: int, other: int) -> int:
    """Return the weight of a stone on a free cell."""
    total = 0
    for mask in windows(size)[cell]:
        mine, theirs = own & mask, other & mask
        if not theirs:
            total += _BUILD[mine.bit_count()]
        elif not mine:
            total += _STOP[theirs.bit_count()]
    return total


class Builder:
    """Takes the cell with the highest weight; moves the stone that gains most."""

    key = "five_builder"

    def choose(
        self, rules: Rules[Position, int], state: Position, seat: Seat, rng: "Random"
    ) -> int:
        _, position, own = unwrap_series(rules, state, seat)
        stones, other = position.stones[own], position.stones[1 - own]
        free = places_of(free_cells(position))
        if position.hands[own]:
            gains = {cell: weight(position.size, cell, stones, other) for cell in free}
        else:
            gains = {}
            for origin in places_of(stones):
                rest = stones & ~(1 << origin)
                loss = weight(position.size, origin, rest, other)
                for cell in free:
                    move = cell + _FROM * (origin + 1)
                    gains[move] = weight(position.size, cell, rest, other) - loss
        best = max(gains.values())
        return rng.choice([move for move, gain in gains.items() if gain == best])


STRATEGIES = (
    Blundering("five_beginner", Builder(), strays=50),
    Blundering("five_casual", Builder(), strays=15),
    Builder(),
)

MEASURED = {
    "five": {"random": 1000, "five_beginner": 1560, "five_casual": 2060, "five_builder": 2620},
}
