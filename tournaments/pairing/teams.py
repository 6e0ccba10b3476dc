"""Teams: meetings by Berger tables, line-ups, and who starts at each board."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tournaments.pairing.base import PairingError
from tournaments.standings.base import Entrant


class Board(NamedTuple):
    """One board of a meeting: who sits there, the starter first; None if nobody can."""

    number: int
    seats: tuple[Entrant | None, Entrant | None]


def line_up(
    ranked: Sequence[Entrant], boards: int, missing: Collection[Entrant] = ()
) -> tuple[Entrant, ...]:
    """Return the line-up from the first board down: the first available of the ranked list.

    Everybody below an absent one moves up by a board, and the alternates fill the last ones.
    """
    if len(set(ranked)) != len(ranked):
        raise PairingError("entered_twice")
    return tuple(who for who in ranked if who not in missing)[:boards]


def boards_of(home: Sequence[Entrant], away: Sequence[Entrant]) -> tuple[Board, ...]:
    """Seat two line-ups: the home team starts at the odd boards, the other one at the even ones."""
    return tuple(
        Board(number, (one, two) if number % 2 else (two, one))
        for number, (one, two) in enumerate(zip_longest(home, away), start=1)
    )


def substitute(
    ranked: Sequence[Entrant], playing: Collection[Entrant], missing: Collection[Entrant] = ()
) -> Entrant | None:
    """Return the substitute at a board: the first on the list who is free and present."""
    return next((who for who in ranked if who not in playing and who not in missing), None)
