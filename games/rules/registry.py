"""Rulesets by key, as declared by the families (`games.families`)."""

from games.families import registry
from games.rules.base import AnyRules


class UnknownRuleset(KeyError):
    """No ruleset has this key; `known` lists all keys."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key, self.known = key, keys()


def get(key: str) -> AnyRules:
    """Return a ruleset; UnknownRuleset (a KeyError) if there is none."""
    try:
        return registry.rulesets()[key]
    except KeyError:
        raise UnknownRuleset(key) from None


def keys() -> list[str]:
    """Return the keys of all rulesets, including those that the site does not offer."""
    return list(registry.rulesets())


def offered_keys() -> list[str]:
    """Return the keys that the site offers, in display order."""
    return [key for key in keys() if registry.family_of(key).offered]
