from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tournaments.formats.base import MAX_ROUNDS, Format, HasAcceleration, HasRounds
from tournaments.pairing import baku, swiss
from tournaments.pairing.base import Draft
from tournaments.standings.base import Event, System
from tournaments.standings.trf.sheet import Boost

if TYPE_CHECKING:
    from tournaments.services.plans import Plan


class Swiss(Format):
    """Opponents of equal score, nobody twice, in a fixed number of rounds.

    Each round is paired by FIDE's engine from the standings when it is due.
    """

    seats = frozenset({2})
    games_by = "round"
    system = System.SWISS
    trf_pairing = "FIDE_DUTCH_2026"
    criteria: tuple[str, ...] = ("buchholz_cut1", "buchholz", "sonneborn_berger", "leg_points")
    takes_latecomers = takes_absences = can_forbid_pairs = True
    can_be_accelerated = can_be_reviewed = True
    needs_rounds = can_set_rounds = True
    goes_on = True
    has_half_rule = False

    def pair(self, call: swiss.PairingInput) -> Draft:
        return swiss.pair(call)

    def boosts(
        self, event: Event, starters: Sequence[int], terms: HasAcceleration
    ) -> tuple[Boost, ...]:
        if not terms.accelerated:
            return ()
        late = set(event.entrants).difference(starters)
        return baku.boosts(event.entrants, event.scheduled, event.scoring, late)

    def max_rounds(self, plan: Plan, entrants: int) -> int:
        del entrants
        return plan.rounds or MAX_ROUNDS

    def rounds_of(self, size: int, course: HasRounds) -> int:
        del size
        return course.rounds or 0
