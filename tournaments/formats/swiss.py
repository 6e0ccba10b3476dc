"""A Swiss: opponents of equal score, nobody twice, in a number of rounds that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.formats.base import MAX_ROUNDS, Format
from tournaments.pairing import swiss
from tournaments.pairing.base import Draft
from tournaments.standings.base import System

if TYPE_CHECKING:
    from tournaments.services.plans import Plan


class Swiss(Format):
    """Paired round by round, by FIDE's engine, by what stands when a round is due."""

    seats = frozenset({2})
    system = System.SWISS
    criteria = ("buchholz_cut1", "buchholz", "sonneborn_berger", "leg_points")
    takes_latecomers = takes_absences = keeps_apart = True
    needs_rounds = True
    goes_on = True
    half_rule = False

    def pair(self, call: swiss.Call) -> Draft:
        """Return the next round."""
        return swiss.pair(call)

    def rounds_at_most(self, plan: Plan, entrants: int) -> int:
        """Return the rounds that the organiser has named."""
        del entrants
        return plan.rounds or MAX_ROUNDS
