from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tournaments.errors import BadPlan
from tournaments.formats.base import Accelerated, PlanFields
from tournaments.formats.swiss import Swiss
from tournaments.pairing import mcmahon
from tournaments.standings.base import Entered, Event, Points, Scoring
from tournaments.standings.trf.sheet import Boost

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

MAX_BANDS, LOWEST, HIGHEST = 9, 1, 4000


class McMahon(Swiss):
    """A Swiss with groups by rating: strong entrants start with more points.

    These points count for the pairing and in the table.
    """

    criteria = ("buchholz", "sosos", "direct_encounter")
    trf_pairing = "CUSTOM_SWISS"
    can_be_accelerated = False
    has_bands = True

    def settle(self, fields: PlanFields) -> PlanFields:
        return {**super().settle(fields), "bands": tuple(fields.get("bands") or ())}

    def check(self, plan: Plan, patterns: Collection[str]) -> None:
        del patterns
        falling = all(high > low for high, low in pairwise(plan.bands))
        within = all(LOWEST <= band <= HIGHEST for band in plan.bands)
        if not 1 <= len(plan.bands) <= MAX_BANDS or not falling or not within:
            raise BadPlan("bands", "bands_do_not_fall", limit=MAX_BANDS, high=HIGHEST)
        if plan.points and plan.points[-1]:
            raise BadPlan("points", "accelerated_needs_halves")

    def starts(
        self, entered: Sequence[Entered], bands: Sequence[int], scoring: Scoring
    ) -> Mapping[int, Points]:
        return mcmahon.starts(entered, bands, scoring)

    def boosts(
        self, event: Event, starters: Sequence[int], terms: Accelerated
    ) -> tuple[Boost, ...]:
        """Latecomers have their points, too."""
        del starters, terms
        return mcmahon.boosts(event.starts, event.scheduled)
