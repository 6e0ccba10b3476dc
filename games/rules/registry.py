"""Every ruleset of the house by key.

A family is a module with a function `rulesets()`; to add one, name it in `_FAMILIES`.
"""

from typing import Any

from games.rules import (
    ampel,
    bag,
    chess,
    draughts,
    five,
    goose,
    halma,
    mensch,
    mill,
    solitaire,
    traffic_lights,
    tri_plan,
    triad,
)
from games.rules.base import Rules

_FAMILIES = (
    traffic_lights,
    bag,
    mill,
    goose,
    mensch,
    draughts,
    halma,
    five,
    triad,
    ampel,
    solitaire,
    chess,
    tri_plan,
)

# What the site offers, in this order: rules whose pages, letters, words and bots are complete.
_SHOWN = (
    *(traffic_lights, bag, mill, draughts, five, halma),
    *(triad, ampel, chess, mensch, goose, tri_plan, solitaire),
)
_OFFERED = tuple(rules.key for family in _SHOWN for rules in family.rulesets())

_RULESETS: dict[str, Rules[Any, Any]] = {
    rules.key: rules for family in _FAMILIES for rules in family.rulesets()
}


class UnknownRuleset(KeyError):
    """No ruleset has this key; `known` lists those that exist."""

    def __init__(self, key: str) -> None:
        """Keep the wrong key and the right ones."""
        super().__init__(key)
        self.key, self.known = key, keys()


def get(key: str) -> Rules[Any, Any]:
    """Find a ruleset; `UnknownRuleset` (a KeyError) when there is none."""
    try:
        return _RULESETS[key]
    except KeyError:
        raise UnknownRuleset(key) from None


def keys() -> list[str]:
    """List the keys of all rulesets, also of those that are not yet offered."""
    return list(_RULESETS)


def has_lots(key: str) -> bool:
    """Tell whether chance speaks during a match of these rules."""
    return key.endswith(".bag") or key.partition(".")[0] in ("mensch", "goose", "triad", "ampel")


def draws_on(key: str) -> bool:
    """Tell whether lots fall in the course of a match; those of Triad and Ampel only begin it."""
    return has_lots(key) and key not in ("triad", "ampel")


def moves_itself(key: str) -> bool:
    """Tell whether a sole legal move is played by the server (C-5).

    A goose throws for itself, and the only lots of Triad and Ampel are those of the start.
    """
    return draws_on(key) and key != "goose"


def offered() -> list[str]:
    """List the keys that the site offers, in the order they should be shown."""
    return list(_OFFERED)
