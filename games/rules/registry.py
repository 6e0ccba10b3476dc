"""The registry of rulesets by key: the kernel's public interface.

The rulesets themselves are declared by the families (`games.families`).
"""

from games.families import registry
from games.rules.base import AnyRules


class UnknownRuleset(KeyError):
    """No ruleset has this key; `known` lists those that exist."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key, self.known = key, keys()


def get(key: str) -> AnyRules:
    """Find a ruleset; `UnknownRuleset` (a KeyError) when there is none."""
    try:
        return registry.rulesets()[key]
    except KeyError:
        raise UnknownRuleset(key) from None


def keys() -> list[str]:
    """List the keys of all rulesets, also of those that the site does not offer."""
    return list(registry.rulesets())


def offered_keys() -> list[str]:
    """List the keys that the site offers, in the order in which they are shown."""
    return [key for key in keys() if registry.family_of(key).offered]
