"""The levels of bots, named the same in every game."""

from __future__ import annotations

from django.utils.translation import pgettext

from games.families import strategies


def level_names() -> list[str]:
    """Return the names of the levels, weakest first."""
    return [
        pgettext("level", "Easy"),
        pgettext("level", "Medium"),
        pgettext("level", "Hard"),
        pgettext("level", "Expert"),
    ]


def level_of(strategy: str, ruleset: str) -> tuple[int, str]:
    """Return the rank of a strategy among those of the game, from 0, and its level's name."""
    known, names = strategies.for_ruleset(ruleset), level_names()
    rank = known.index(strategy) if strategy in known else 0
    return rank, names[min(rank, len(names) - 1)]
