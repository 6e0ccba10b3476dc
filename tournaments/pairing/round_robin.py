"""Round robins by Berger tables, single or double, and groups by snake."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.base import Bye, Draft, Pairing, PairingError
from tournaments.standings.base import Entrant, Kind

MIN_ENTRANTS = 2


def berger(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return all rounds for an even number of players as boards of (white, black) (C.05 annex 1).

    The last number stays at board 1 with alternating colours; the others rotate around the table.
    """
    if size < MIN_ENTRANTS or size % 2:
        raise PairingError("size_must_be_even", size=size)
    ring, half = size - 1, size // 2
    rounds = []
    for turn in range(ring):
        first = turn * half % ring
        boards = [(first + 1, size) if turn % 2 == 0 else (size, first + 1)]
        boards += [((first + k) % ring + 1, (first - k) % ring + 1) for k in range(1, half)]
        rounds.append(tuple(boards))
    return tuple(rounds)


def round_robin(entrants: Sequence[Entrant], *, double: bool = False) -> tuple[Draft, ...]:
    """Return all rounds; with an odd number everybody has one bye without points.

    `double`: the second cycle has colours reversed, and the last two rounds of the first cycle are
    swapped so that nobody has the same colour three times in a row (C.05 annex 1).
    """
    if len(set(entrants)) != len(entrants):
        raise PairingError("entered_twice")
    if len(entrants) < MIN_ENTRANTS:
        raise PairingError("too_few", entrants=len(entrants), needed=MIN_ENTRANTS)
    cycle = list(berger(len(entrants) + len(entrants) % 2))
    rounds = cycle
    if double:
        back = [tuple((black, white) for white, black in boards) for boards in cycle]
        rounds = [*cycle[:-2], *reversed(cycle[-2:]), *back]
    return tuple(_draft(number, boards, entrants) for number, boards in enumerate(rounds, start=1))


def _draft(number: int, boards: Sequence[tuple[int, int]], entrants: Sequence[Entrant]) -> Draft:
    """Return a round with entrants for its numbers; meeting the missing number is a bye."""
    pairings: list[Pairing] = []
    byes: list[Bye] = []
    for white, black in boards:
        if max(white, black) > len(entrants):
            byes.append(Bye(entrants[min(white, black) - 1], Kind.ZERO_BYE))
        else:
            seats = (entrants[white - 1], entrants[black - 1])
            pairings.append(Pairing(seats, len(pairings) + 1))
    return Draft(number, tuple(pairings), tuple(byes), "berger", "C.05 annex 1")


def snake(entrants: Sequence[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Deal entrants, strongest first, to groups back and forth, for groups of equal strength."""
    if not 1 <= groups <= len(entrants):
        raise PairingError("wrong_groups", groups=groups, entrants=len(entrants))
    dealt: list[list[Entrant]] = [[] for _ in range(groups)]
    for index, entrant in enumerate(entrants):
        lap, step = divmod(index, groups)
        dealt[step if lap % 2 == 0 else groups - 1 - step].append(entrant)
    return tuple(tuple(group) for group in dealt)
