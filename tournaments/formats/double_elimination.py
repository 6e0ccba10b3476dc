from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.formats.base import Format, HasRounds
from tournaments.pairing import double_elimination

if TYPE_CHECKING:
    from tournaments.services.plans import Plan


class DoubleElimination(Format):
    """A winners' and a losers' tree with a common final; two defeats eliminate.

    A round is paired once all duels of the previous one are decided.
    """

    seats = frozenset({2})
    games_by = "round"
    has_bracket = shows_parts = True
    ranks_by_points = False
    has_report = False
    can_meet_again = True

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        del plan
        return double_elimination.max_rounds(entrants)

    def rounds_of(self, size: int, course: HasRounds) -> int:
        """Includes the second match of the final, which may not be needed."""
        del course
        return double_elimination.max_rounds(size)
