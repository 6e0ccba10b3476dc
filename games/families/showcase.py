"""The interface of the family shown on the start page, the style page and in the demonstration."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    """A position in one leg: the moves that lead to it, and optionally a previewed one."""

    title: str
    ruleset: str
    moves: tuple[str, ...]
    preview: str | None = None


@dataclass(frozen=True, kw_only=True)
class Showcase:
    """The site's main game.

    `at_once` are the rulesets offered against a bot on the start page, the default first, and `bot`
    is the preselected strategy. The live board shows rulesets in `introductions` only if nothing
    else is being played. `prizes` are the winning lines in the first ruleset of `at_once`, with
    their points. `samples` are shown on the style page, and `playground` is shown there with all
    its moves as links. `club` lists what the demonstration club plays, the most played first.
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


KNOWS_ONE_GAME = "Knows one game, and that one well."
LEARNING = "Still learning, and glad of company."


@dataclass(frozen=True)
class RecommendedBot:
    """A ready-made bot; `seeks` is the ruleset of its open challenge, `timetable` cron syntax."""

    name: str
    strategy: str
    about: str
    rulesets: tuple[str, ...]
    seeks: str | None = None
    timetable: str = "* * * * *"
