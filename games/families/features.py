"""Features that only some families have: the showcase, puzzles, game records, lessons."""

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


def _find_feature(feature: Callable[[Family], Feature | None]) -> Feature:
    """Return the feature of the first family that has it; raise `LookupError` if none does."""
    found = next(filter(None, map(feature, families())), None)
    if found is None:
        raise LookupError("no family offers this")
    return found


def showcase() -> Showcase:
    """Return the showcase of the site's main game."""
    return _find_feature(lambda family: family.showcase)


def puzzles() -> Puzzles:
    """Return the puzzles used for the puzzle of the day and for contests."""
    return _find_feature(lambda family: family.puzzles)


def record_reader() -> Records:
    """Return the reader for games from other programs."""
    return _find_feature(lambda family: family.records)


def records_of(ruleset: str) -> Records | None:
    """Return the notation to export matches of a ruleset, or None if there is none."""
    return family_of(ruleset).records


def lesson_for(ruleset: str) -> Lesson | None:
    """Return the lesson for a ruleset, or None."""
    lesson = family_of(ruleset).lesson
    return None if lesson is None else lesson(ruleset)
