"""Features that not every family has: the showcase, puzzles, records of games, lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from games.families.base import Family
from games.families.lessons import Lesson
from games.families.puzzles import Puzzles
from games.families.records import Records
from games.families.registry import families, family_of
from games.families.showcase import Showcase

Feature = TypeVar("Feature")


def _first(feature: Callable[[Family], Feature | None]) -> Feature:
    """Return the feature of the first family that has it; `LookupError` where none does."""
    found = next(filter(None, map(feature, families())), None)
    if found is None:
        raise LookupError("no family offers this")
    return found


def showcase() -> Showcase:
    """Return the features of the game that the site leads with."""
    return _first(lambda family: family.showcase)


def puzzles() -> Puzzles:
    """Return the puzzles of which there is one a day and which contests are made of."""
    return _first(lambda family: family.puzzles)


def records() -> Records:
    """Return how games are read from the texts of other programs."""
    return _first(lambda family: family.records)


def records_of(ruleset: str) -> Records | None:
    """Return how matches of a ruleset are written for other programs; None if none read them."""
    return family_of(ruleset).records


def lesson_of(ruleset: str) -> Lesson | None:
    """Return the lesson in which a ruleset is learned; None if it has none."""
    lesson = family_of(ruleset).lesson
    return None if lesson is None else lesson(ruleset)
