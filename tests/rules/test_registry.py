"""The list of rulesets."""

import pytest

from games.rules import registry


def test_the_four_traffic_lights_variants_are_on_offer_without_and_with_the_bag():
    keys = [key for key in registry.keys() if key.startswith("traffic_lights.")]  # noqa: SIM118
    plain = [f"traffic_lights.{name}" for name in ("intro", "simple", "4x3", "slider")]
    assert keys == plain + [f"{key}.bag" for key in plain]


def test_what_is_offered_exists():
    assert registry.offered_keys()
    assert set(registry.offered_keys()) <= set(registry.keys())


def test_an_unknown_key_is_refused_with_the_known_ones():
    with pytest.raises(registry.UnknownRuleset) as refusal:
        registry.get("traffic_lights.5x5")
    assert refusal.value.key == "traffic_lights.5x5"
    assert refusal.value.known == registry.keys()
    assert isinstance(refusal.value, KeyError)
