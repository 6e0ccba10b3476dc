"""Options of challenges that only some games have."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rules import registry
from games.rules.base import AnyRules, BadOption, Option, min_seats
from games.services.solo.solo import is_solo

SERIES_OPTIONS = ("legs", "max_extra_pairs")


@dataclass
class SpecialOption:
    """An option of some games, with every value any of them allows.

    ``varies``: the default depends on the game or on the number of players.
    """

    default: object
    allowed: list[int | str] = field(default_factory=list)
    varies: bool = False


def challengeable_rulesets() -> list[str]:
    return [key for key in registry.offered_keys() if not is_solo(key)]


def special_options() -> dict[str, SpecialOption]:
    """Return the options that only some games have, by name."""
    found: dict[str, SpecialOption] = {}
    for rules in map(registry.get, challengeable_rulesets()):
        _add_options(found, rules)
    return {name: each for name, each in found.items() if len(each.allowed) > 1}


def options_of(key: str) -> dict[str, SpecialOption]:
    """Return the options of one game other than those of series, by name."""
    found: dict[str, SpecialOption] = {}
    _add_options(found, registry.get(key))
    return {name: each for name, each in found.items() if len(each.allowed) > 1}


def is_choice(option: Option) -> bool:
    return len(option.allowed) > 1


def _add_options(found: dict[str, SpecialOption], rules: AnyRules) -> None:
    """Add the options of one ruleset to ``found``."""
    for name, option in rules.options.items():
        if name not in SERIES_OPTIONS and is_choice(option):
            allowed = [each for each in option.allowed if _fits(rules, name, each)]
            _merge(found, name, option, allowed)


def _merge(
    found: dict[str, SpecialOption], name: str, option: Option, allowed: list[int | str]
) -> None:
    """Add the values of one ruleset's option, noting whether defaults differ."""
    special = found.setdefault(name, SpecialOption(option.default))
    special.allowed += [each for each in allowed if each not in special.allowed]
    special.varies |= bool(option.by_seats) or option.default != special.default


def _fits(rules: AnyRules, name: str, value: int | str) -> bool:
    """Whether an option's value is possible with any number of players."""
    try:
        min_seats(rules, {name: value})
    except BadOption:
        return False
    return True
