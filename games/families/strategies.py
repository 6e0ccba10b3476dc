"""Every strategy by key, and which of them play which ruleset.

A family's engine counts only if it is installed on this machine.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.bots.base import Strategy
from games.bots.random_bot import RandomBot
from games.families import registry
from games.families.base import Engine, Family

_RANDOM = RandomBot()  # plays everything


def caretaker_for(ruleset: str) -> str:
    """Return the key of the strategy that plays for absent players."""
    return registry.family_of(ruleset).caretaker


def get(key: str) -> Strategy:
    """Return a strategy; raise `KeyError` if there is none with this key."""
    if key == _RANDOM.key:
        return _RANDOM
    found = registry.strategies().get(key)
    if found is not None:
        return found
    return {engine.key: engine for engine in _engines()}[key]


def keys() -> list[str]:
    """List the keys of all strategies available here, weakest first, engines last."""
    engines = [engine.key for engine in _engines() if engine.is_installed()]
    return [_RANDOM.key, *registry.strategies(), *engines]


def keys_for(rulesets: Iterable[str]) -> list[str]:
    """List the keys of the strategies that can play all of these rulesets here, weakest first."""
    plays = [set(for_ruleset(key)) for key in rulesets]
    return [key for key in keys() if all(key in each for each in plays)]


def for_ruleset(ruleset: str) -> list[str]:
    """List the keys of the strategies that can play a ruleset here, weakest first."""
    family = registry.family_of(ruleset)
    own = [strategy.key for strategy in family.strategies]
    return [
        _RANDOM.key,
        *own,
        *(engine.key for engine in _engines(family) if engine.is_installed()),
    ]


def _engines(*families: Family) -> list[Engine]:
    """List the engines of these families, or of all if none are given."""
    return [each.engine for each in families or registry.families() if each.engine]
