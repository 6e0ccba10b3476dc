"""Which options a challenge may agree on besides those of all games, and how a form groups them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django import forms

from games.rules import registry
from games.rules.base import AnyRules, BadOption, Option, fitting_seats
from games.services.solo.solo import is_solo
from games.services.wording import game_words

SERIES_OPTIONS = ("legs", "max_extra_pairs")


@dataclass
class Group:
    """The options of one game with all its variants."""

    title: str
    open: bool = False
    fields: list[forms.BoundField] = field(default_factory=list)


@dataclass
class Special:
    """An option of some games: every value it can have, what is usual, whether that varies."""

    default: object
    allowed: list[int | str] = field(default_factory=list)
    varies: bool = False


def played_with_others() -> list[str]:
    """Return the games on offer that need a challenge."""
    return [key for key in registry.offered() if not is_solo(key)]


def special_options() -> dict[str, Special]:
    """Return what only some of the games on offer let their tables agree on, by name."""
    found: dict[str, Special] = {}
    for rules in map(registry.get, played_with_others()):
        for name, option in rules.options.items():
            if name not in SERIES_OPTIONS and is_choice(option):
                allowed = [each for each in option.allowed if _fits(rules, name, each)]
                _merge(found, name, option, allowed)
    return {name: each for name, each in found.items() if len(each.allowed) > 1}


def is_choice(option: Option) -> bool:
    """Whether there is anything to choose."""
    return len(option.allowed) > 1


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


def grouped(form: forms.Form, special: Mapping[str, Special]) -> list[Group]:
    """Return the fields of these options by game; the chosen game and faults stand open."""
    groups: dict[str, Group] = {}
    seen: set[str] = set()
    for key in played_with_others():
        names = [name for name in registry.get(key).options if name in special]
        if not names:
            continue
        title = _game_of(key)
        group = groups.setdefault(title, Group(title))
        group.open |= form["ruleset"].value() == key or any(each in form.errors for each in names)
        group.fields += [form[name] for name in names if name not in seen]
        seen |= set(names)
    return [group for group in groups.values() if group.fields]


def _game_of(key: str) -> str:
    """Return the name of a game with all its variants."""
    family = key.partition(".")[0]
    if family in registry.offered():
        return game_words.ruleset_name(family)
    return game_words.pool_name(registry.get(key).pool or key)
