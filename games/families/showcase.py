"""What a family lends to pages that show the site: its start page, its style, its demonstration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.diagrams.base import Diagram


@dataclass(frozen=True)
class Sample:
    """A position of one leg: the moves that lead to it, and one that is looked over."""

    title: str
    ruleset: str
    moves: tuple[str, ...]
    preview: str | None = None


@dataclass(frozen=True, kw_only=True)
class Showcase:
    """The game that the site leads with.

    `at_once` are the rulesets that the start page offers against a bot, the usual one first, and
    `bot` is the strategy chosen beforehand. `teaser` draws a position that makes curious. Rulesets
    to learn with, `introductions`, are on the live board only where nothing else is played.
    `samples` stand on the style page, and `playground` has all its moves as links there. `club` is
    what the demonstration club plays, the most played first.
    """

    at_once: tuple[str, ...]
    bot: str
    teaser: Callable[[], Diagram]
    introductions: tuple[str, ...]
    samples: tuple[Sample, ...]
    playground: Sample
    club: tuple[str, ...]


ONE_GAME = "Knows one game, and that one well."


@dataclass(frozen=True)
class DemoBot:
    """A bot of the demonstration club; `seeks` is the ruleset of its open challenge."""

    name: str
    strategy: str
    about: str
    rulesets: tuple[str, ...]
    seeks: str | None = None
    timetable: str = "* * * * *"
