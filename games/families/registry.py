"""The game families by name, and what can be looked up by ruleset key.

Families are imported on first use: their rules alone for the kernel, which must not import Django,
and their declarations for pages, e-mails and bots.
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

# In the order in which the site shows them.
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
def _families_by_name() -> dict[str, Family]:
    return {family.name: family for family in families()}


@cache
def strategies() -> dict[str, Strategy]:
    """Return the strategies of all families by key, weakest first within each family."""
    return {each.key: each for family in families() for each in family.strategies}


def family_of(key: str) -> Family:
    """Return the family of a ruleset; raise `KeyError` if there is none."""
    return _families_by_name()[family_name_of(key)]


def family_name_of(key: str) -> str:
    """Return the name of a ruleset's family: "traffic_lights" for "traffic_lights.4x3"."""
    return key.partition(".")[0]


@contextmanager
def temporary_family(package: str) -> Iterator[None]:
    """Register the family in a package temporarily, for a test or to try out a new game."""
    _PACKAGES.append(package)
    _clear_caches()
    try:
        yield
    finally:
        _PACKAGES.remove(package)
        _clear_caches()


def _clear_caches() -> None:
    for found in (rulesets, families, _families_by_name, strategies):
        found.cache_clear()
