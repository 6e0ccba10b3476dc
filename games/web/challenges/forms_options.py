"""Which options a challenge may agree on besides those of all games."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.rules import registry
from games.rules.base import AnyRules, BadOption, Option, fitting_seats
from games.services.solo.solo import is_solo

SERIES_OPTIONS = ("legs", "max_extra_pairs")


@dataclass
class Special:
    """An option of some games: every value it can have, what is usual, whether that varies."""

    default: object
    allowed: list[int | str] = field(default_factory=list)
    varies: bool = False


def played_with_others() -> list[str]:
    """Return the games on offer that need a challenge."""
    return [key for key in registry.offered_keys() if not is_solo(key)]


def special_options() -> dict[str, Special]:
    """Return the options that only some of the games on offer have, by name."""
    found: dict[str, Special] = {}
    for rules in map(registry.get, played_with_others()):
        _take_over(found, rules)
    return {name: each for name, each in found.items() if len(each.allowed) > 1}


def options_of(key: str) -> dict[str, Special]:
    """Return the options of one game besides its legs, by name."""
    found: dict[str, Special] = {}
    _take_over(found, registry.get(key))
    return {name: each for name, each in found.items() if len(each.allowed) > 1}


def is_choice(option: Option) -> bool:
    """Whether there is anything to choose."""
    return len(option.allowed) > 1


def _take_over(found: dict[str, Special], rules: AnyRules) -> None:
    """Add the options of one ruleset."""
    for name, option in rules.options.items():
        if name not in SERIES_OPTIONS and is_choice(option):
            allowed = [each for each in option.allowed if _fits(rules, name, each)]
            _merge(found, name, option, allowed)


def _merge(found: dict[str, Special], name: str, option: Option, allowed: list[int | str]) -> None:
    """Take the values of one ruleset's option over; where games differ, the usual needs a name."""
    special = found.setdefault(name, Special(option.default))
    special.allowed += [each for each in allowed if each not in special.allowed]
    special.varies |= bool(option.by_seats) or option.default != special.default


def _fits(rules: AnyRules, name: str, value: int | str) -> bool:
    """Whether a table of any size can play with a value of an option."""
    try:
        fitting_seats(rules, {name: value})
    except BadOption:
        return False
    return True
