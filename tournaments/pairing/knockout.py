"""Knock-out: 1 meets 8, 4 meets 5, 2 meets 7, 3 meets 6; byes go to the top seeds.

A duel is a match with an even number of legs; the event's rule decides one that stays level.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from games import lots
from tournaments.pairing.base import PairingError
from tournaments.standings.base import Entrant


class Duel(NamedTuple):
    """A duel of the tree, the better seed first; None as second seat is a bye."""

    round: int
    board: int
    seats: tuple[Entrant, Entrant | None]

    @property
    def is_bye(self) -> bool:
        return self.seats[1] is None


class Decider(StrEnum):
    """The rule for a duel that is level after its tie-break pairs."""

    BETTER_SEED = "better_seed"
    LOT = "lot"
    SUDDEN_DEATH = "sudden_death"


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds in the order of the tree for a power of two: 1 8 4 5 2 7 3 6."""
    if size < 1 or size & (size - 1):
        raise PairingError("size_must_be_power_of_two", size=size)
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for each in order for seed in (each, total - each))
    return order


def rounds_needed(entrants: int) -> int:
    """Return the number of rounds of a tree."""
    return max(0, entrants - 1).bit_length()


def first_round(seeded: Sequence[Entrant]) -> tuple[Duel, ...]:
    """Pair the first round from the entrants in the order of their seeds."""
    if len(set(seeded)) != len(seeded):
        raise PairingError("entered_twice")
    if len(seeded) < 2:
        raise PairingError("too_few", entrants=len(seeded), needed=2)
    order = seed_order(1 << rounds_needed(len(seeded)))
    duels = []
    for board, (one, two) in enumerate(zip(order[::2], order[1::2], strict=True), start=1):
        other = seeded[two - 1] if two <= len(seeded) else None
        duels.append(Duel(1, board, (seeded[one - 1], other)))
    return tuple(duels)


def winner_of(duel: Duel, winners: Mapping[int, Entrant]) -> Entrant:
    """Return who advances from a duel, given the winners by board; a bye needs none."""
    if duel.is_bye:
        return duel.seats[0]
    winner = winners.get(duel.board)
    if winner is None:
        raise PairingError("duel_undecided", board=duel.board)
    if winner not in duel.seats:
        raise PairingError("not_in_duel", board=duel.board, entrant=winner)
    return winner


def next_round(
    duels: Sequence[Duel], winners: Mapping[int, Entrant], seeded: Sequence[Entrant]
) -> tuple[Duel, ...]:
    """Pair the winners of neighbouring boards; () after the final."""
    tree = sorted(duels, key=lambda duel: duel.board)
    through = [winner_of(duel, winners) for duel in tree]
    if len(through) < 2:
        return ()
    pairs = zip(through[::2], through[1::2], strict=True)
    return tuple(
        Duel(tree[0].round + 1, board, _order_by_seed(one, two, seeded))
        for board, (one, two) in enumerate(pairs, start=1)
    )


def _order_by_seed(
    one: Entrant, two: Entrant, seeded: Sequence[Entrant]
) -> tuple[Entrant, Entrant]:
    return (one, two) if seeded.index(one) < seeded.index(two) else (two, one)


def decide_tied_duel(duel: Duel, rule: Decider, seed: str, index: int) -> Entrant | None:
    """Return who advances from a level duel by the event's rule; None: play on (sudden death)."""
    if duel.seats[1] is None or rule is Decider.BETTER_SEED:
        return duel.seats[0]
    if rule is Decider.SUDDEN_DEATH:
        return None
    return duel.seats[lots.draw_number(seed, index, 2)]
