"""The interface of the family shown on the start page, the style page and in the demonstration."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """A position of one leg: the moves that lead to it, and one that is previewed."""

    title: str
    ruleset: str
    moves: tuple[str, ...]
    preview: str | None = None


@dataclass(frozen=True, kw_only=True)
class Showcase:
    """The game that the site leads with.

    `at_once` are the rulesets that the start page offers against a bot, the usual one first, and
    `bot` is the strategy chosen beforehand. Rulesets to learn with, `introductions`, are on the
    live board only where nothing else is played.
    `prizes` are the lines that win in the first of `at_once`, with their points.
    `samples` stand on the style page, and `playground` has all its moves as links there. `club` is
    what the demonstration club plays, the most played first.
    """

    at_once: tuple[str, ...]
    bot: str
    introductions: tuple[str, ...]
    prizes: tuple[tuple[str, int], ...]
    samples: tuple[Sample, ...]
    playground: Sample
    club: tuple[str, ...]


@dataclass(frozen=True)
class Tile:
    """Facts that help to choose a game: moves per player in a match, and difficulty (1 to 3)."""

    moves: int
    depth: int


ONE_GAME = "Knows one game, and that one well."
LEARNING = "Still learning, and glad of company."


@dataclass(frozen=True)
class RecommendedBot:
    """A bot that a site may take as it is; `seeks` is the ruleset of its open challenge."""

    name: str
    strategy: str
    about: str
    rulesets: tuple[str, ...]
    seeks: str | None = None
    timetable: str = "* * * * *"
