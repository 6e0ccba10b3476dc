"""What a table is made of: turns of entrants, and its lines."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple


class Turn(NamedTuple):
    """What one round, or one game, meant for one entrant.

    ``against`` pairs each opponent with what was made there. ``at_board``: it was played;
    ``own_doing``: it was not, and the entrant is to blame (16.2.3 to 16.2.5).
    """

    round: int
    made: Fraction
    against: tuple[tuple[int, Fraction], ...] = ()
    at_board: bool = False
    own_doing: bool = False
    legs: int | Fraction = 0


class Place(NamedTuple):
    """One line of a table; values by criterion, as far as it counts for everybody."""

    entrant: int
    place: int
    points: Fraction
    values: dict[str, Fraction]
