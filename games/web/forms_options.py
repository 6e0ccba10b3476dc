"""Which options a challenge may agree on besides those of all games, and how a form groups them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django import forms

from games.rules import registry
from games.rules.base import BadOption, Option, Rules, fitting_seats
from games.services import wording

SERIES_OPTIONS = ("legs", "max_extra_pairs")


@dataclass
class Group:
    """The options of one game with all its variants."""

    title: str
    open: bool = False
    fields: list[forms.BoundField] = field(default_factory=list)


def special_options() -> dict[str, Option]:
    """Return the options that only some of the games on offer have, by name."""
    options: dict[str, Option] = {}
    for rules in map(registry.get, registry.offered()):
        options |= {name: _playable(rules, each) for name, each in rules.options.items()}
    return {
        name: each
        for name, each in options.items()
        if name not in SERIES_OPTIONS and len(each.allowed) > 1
    }


def _playable(rules: Rules[Any, Any], option: Option) -> Option:
    """Return an option with the values that a table of some size can have."""
    allowed = tuple(value for value in option.allowed if _fits(rules, option.name, value))
    return replace(option, allowed=allowed)


def _fits(rules: Rules[Any, Any], name: str, value: Any) -> bool:
    """Whether a table of any size can play with a value of an option."""
    try:
        fitting_seats(rules, {name: value})
    except BadOption:
        return False
    return True


def grouped(form: forms.Form, special: Mapping[str, Option]) -> list[Group]:
    """Return the fields of these options by game; the chosen game and faults stand open."""
    groups: dict[str, Group] = {}
    seen: set[str] = set()
    for key in registry.offered():
        names = [name for name in registry.get(key).options if name in special]
        if not names:
            continue
        title = _game_of(key)
        group = groups.setdefault(title, Group(title))
        group.open |= form["ruleset"].value() == key or any(each in form.errors for each in names)
        group.fields += [form[name] for name in names if name not in seen]
        seen |= set(names)
    return list(groups.values())


def _game_of(key: str) -> str:
    """Return the name of a game with all its variants."""
    pool = registry.get(key).pool or ""
    own = pool.startswith(key.partition(".")[0])
    return wording.pool_name(pool) if own else wording.ruleset_name(key)
