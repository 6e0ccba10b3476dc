"""Finds the words of a ruleset's family, and gathers those of all families."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from games.families.registry import families, family_of
from games.families.words import FamilyWords
from games.rules.base import AnyState

Value = TypeVar("Value")

_NONE = FamilyWords[AnyState]()


def family_words(ruleset: str) -> FamilyWords[AnyState]:
    """Return the words of a ruleset's family; plain ones for a key that no family has."""
    try:
        return family_of(ruleset).words
    except KeyError:
        return _NONE


def localize_piece_names(text: str) -> str:
    """Return a piece of a move as the reader writes it, whichever game it comes from."""
    for family in families():
        text = family.words.localize_piece(text)
    return text


def merged_texts(ask: Callable[[FamilyWords[AnyState]], Mapping[str, Value]]) -> dict[str, Value]:
    """Return the phrases of all families under one name, by key."""
    return {key: value for family in families() for key, value in ask(family.words).items()}
