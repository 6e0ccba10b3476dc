from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.formats.base import MAX_ROUNDS, Format, HasRounds
from tournaments.pairing import pods

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

DEFAULT_ROUNDS = 3  # default if no balanced design fits


class Pods(Format):
    """Tables of three or four: by a balanced design if one fits, else by equal scores.

    A number of rounds named by the organiser takes precedence over the design's own.
    """

    seats = frozenset({3, 4})
    games_by = "round"
    criteria = ("wins", "leg_points", "average_rating")
    divides_into_league = has_divisions = True
    goes_on = True
    can_set_rounds = can_be_concurrent = True

    def has_design(self, entrants: int, seats: int, rounds: int | None) -> bool:
        """Whether a balanced design fits these numbers."""
        return pods.has_design(entrants, seats, rounds)

    def rounds_for(self, rounds: int | None) -> int:
        """Return the number of rounds where no design is used."""
        return rounds or DEFAULT_ROUNDS

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        del entrants
        return plan.rounds or MAX_ROUNDS

    def rounds_of(self, size: int, course: HasRounds) -> int:
        if self.has_design(size, course.seats, course.rounds):
            return len(pods.design(range(size), course.seats))
        return self.rounds_for(course.rounds)
