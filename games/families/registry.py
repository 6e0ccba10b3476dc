"""The families of games by name: the one list, and what is found through it by ruleset key.

A family is loaded when it is first asked for: its rules alone for the kernel, which must not bring
a framework along, and its declaration for pages, e-mails and bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from games.rules.base import AnyRules

if TYPE_CHECKING:
    from games.bots.base import Strategy
    from games.families.base import Family

# The families in the order in which the site shows them.
NAMES = (
    "traffic_lights",
    "mill",
    "draughts",
    "five",
    "halma",
    "triad",
    "ampel",
    "chess",
    "mensch",
    "goose",
    "tri_plan",
    "solitaire",
)
_PACKAGES = [f"{__package__}.{name}" for name in NAMES]


@cache
def rulesets() -> dict[str, AnyRules]:
    modules = (import_module(f"{package}.rules") for package in _PACKAGES)
    return {rules.key: rules for module in modules for rules in module.rulesets()}


@cache
def families() -> tuple[Family, ...]:
    return tuple(import_module(f"{package}.family").FAMILY for package in _PACKAGES)


@cache
def _by_name() -> dict[str, Family]:
    return {family.name: family for family in families()}


@cache
def strategies() -> dict[str, Strategy]:
    """Return the computer players of all families by key, weakest first in each family."""
    return {each.key: each for family in families() for each in family.strategies}


def family_of(key: str) -> Family:
    """Return the family of a ruleset; `KeyError` where no family has this name."""
    return _by_name()[name_of(key)]


def name_of(key: str) -> str:
    """Return the name of a ruleset's family: "traffic_lights" for "traffic_lights.4x3"."""
    return key.partition(".")[0]


@contextmanager
def with_family(package: str) -> Iterator[None]:
    """Add the family in a package for the time of a test or of trying out a new game."""
    _PACKAGES.append(package)
    _forget()
    try:
        yield
    finally:
        _PACKAGES.remove(package)
        _forget()


def _forget() -> None:
    for found in (rulesets, families, _by_name, strategies):
        found.cache_clear()
