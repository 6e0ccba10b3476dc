"""Teams: line-ups, boards of a meeting, and who starts at each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tournaments.pairing.base import PairingError
from tournaments.standings.base import Entrant


class TeamBoard(NamedTuple):
    """A board of a meeting, the starter first; None for an empty seat."""

    number: int
    seats: tuple[Entrant | None, Entrant | None]


def choose_line_up(
    ranked: Sequence[Entrant], boards: int, missing: Collection[Entrant] = ()
) -> tuple[Entrant, ...]:
    """Return the first ``boards`` available players of the ranked list, from board 1 down."""
    if len(set(ranked)) != len(ranked):
        raise PairingError("entered_twice")
    return tuple(who for who in ranked if who not in missing)[:boards]


def seat_line_ups(home: Sequence[Entrant], away: Sequence[Entrant]) -> tuple[TeamBoard, ...]:
    """Seat two line-ups: the home team starts at the odd boards, the guests at the even ones."""
    return tuple(
        TeamBoard(number, (one, two) if number % 2 else (two, one))
        for number, (one, two) in enumerate(zip_longest(home, away), start=1)
    )


def find_substitute(
    ranked: Sequence[Entrant], playing: Collection[Entrant], missing: Collection[Entrant] = ()
) -> Entrant | None:
    """Return the first on the list who is neither playing nor missing."""
    return next((who for who in ranked if who not in playing and who not in missing), None)
