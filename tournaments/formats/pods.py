"""Tables of three or four: a balanced design where one fits, else those who stand level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.formats.base import MAX_ROUNDS, Course, Format
from tournaments.pairing import pods

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

USUAL_ROUNDS = 3  # where no balanced design fits and the organiser names none


class Pods(Format):
    """The number of rounds that the organiser has named is kept: a design needs its own."""

    seats = frozenset({3, 4})
    games_by = "round"
    criteria = ("wins", "leg_points", "average_rating")
    divides_into_league = has_divisions = True
    goes_on = True
    names_rounds = may_be_at_once = True

    def is_designed(self, entrants: int, seats: int, rounds: int | None) -> bool:
        """Whether a balanced design fits this number of entrants and rounds."""
        return pods.has_design(entrants, seats, rounds)

    def rounds_for(self, rounds: int | None) -> int:
        """Return how many rounds are paired one by one."""
        return rounds or USUAL_ROUNDS

    def rounds_at_most(self, plan: Plan, entrants: int) -> int:
        del entrants
        return plan.rounds or MAX_ROUNDS

    def rounds_of(self, size: int, course: Course) -> int:
        if self.is_designed(size, course.seats, course.rounds):
            return len(pods.design(range(size), course.seats))
        return self.rounds_for(course.rounds)
