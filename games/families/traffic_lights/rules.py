"""Traffic Lights: the four variants, each with and without the bag (rule book 2)."""

from games.families.traffic_lights.bag import BagLeg
from games.families.traffic_lights.legs import legs
from games.rules.base import AnyRules
from games.rules.series import Series


def rulesets() -> tuple[AnyRules, ...]:
    """Return all eight; intro and simple also allow single legs, the others only pairs (TL-3)."""
    return (*_build_matches(legs()), *_build_matches(tuple(BagLeg(leg) for leg in legs())))


def _build_matches(boards: tuple[AnyRules, ...]) -> tuple[AnyRules, ...]:
    intro, simple, wide, slider = boards
    small = (
        Series(rules, allowed_legs=(1, 2, 4, 6, 8), legs=1, max_extra_pairs=0)
        for rules in (intro, simple)
    )
    return (*small, Series(wide), Series(slider))
