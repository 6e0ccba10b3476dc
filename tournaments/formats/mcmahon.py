from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tournaments.errors import PlanError
from tournaments.formats.base import HasAcceleration, PlanFields
from tournaments.formats.swiss import Swiss
from tournaments.pairing import mcmahon
from tournaments.standings.base import Event, EventEntrant, Points, Scoring
from tournaments.standings.trf.sheet import Boost

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

MAX_BANDS, MIN_BAND, MAX_BAND = 9, 1, 4000


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
        within = all(MIN_BAND <= band <= MAX_BAND for band in plan.bands)
        if not 1 <= len(plan.bands) <= MAX_BANDS or not falling or not within:
            raise PlanError("bands", "bands_do_not_fall", limit=MAX_BANDS, high=MAX_BAND)
        if plan.points and plan.points[-1]:
            raise PlanError("points", "accelerated_needs_halves")

    def starts(
        self, entered: Sequence[EventEntrant], bands: Sequence[int], scoring: Scoring
    ) -> Mapping[int, Points]:
        return mcmahon.starts(entered, bands, scoring)

    def boosts(
        self, event: Event, starters: Sequence[int], terms: HasAcceleration
    ) -> tuple[Boost, ...]:
        """Latecomers have their points, too."""
        del starters, terms
        return mcmahon.boosts(event.starts, event.scheduled)
