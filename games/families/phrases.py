"""Looks up the texts of a ruleset's family, and merges those of all families."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from games.families.registry import families, family_of
from games.families.words import FamilyTexts
from games.rules.base import AnyState

Value = TypeVar("Value")

_DEFAULT_TEXTS = FamilyTexts[AnyState]()


def family_texts(ruleset: str) -> FamilyTexts[AnyState]:
    """Return the texts of a ruleset's family; the defaults for an unknown key."""
    try:
        return family_of(ruleset).words
    except KeyError:
        return _DEFAULT_TEXTS


def localize_piece_names(text: str) -> str:
    """Return part of a move, of any game, with its piece letters localized."""
    for family in families():
        text = family.words.localize_piece(text)
    return text


def merged_texts(ask: Callable[[FamilyTexts[AnyState]], Mapping[str, Value]]) -> dict[str, Value]:
    """Return the texts of all families in one dict, by key."""
    return {key: value for family in families() for key, value in ask(family.words).items()}
