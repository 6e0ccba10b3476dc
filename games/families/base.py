"""The declaration of a family of games, with defaults that suit most of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.bots.base import Strategy
from games.diagrams.base import Diagram
from games.families.lessons import Lesson
from games.families.places import click_places, marked_places
from games.families.puzzles import Puzzles
from games.families.records import Records
from games.families.showcase import RecommendedBot, Showcase, Tile
from games.families.words import FamilyWords
from games.rules.base import AnyMove, AnyState


class Engine(Strategy, Protocol):
    """A computer player outside this program, which a machine may have or not."""

    def is_here(self) -> bool:
        """Whether this machine has it."""


def last_part(key: str) -> str:
    """Return the name of a variant, or of the family where there is but one."""
    return key.rpartition(".")[2]


@dataclass(frozen=True, kw_only=True)
class Family:
    """One game in all its variants: how it is drawn, played by bots, clicked and put into words.

    `name` is the first part of its rulesets' keys. `draw(leg, state)` draws one board, `pictures`
    and `cover` give the drawings that its page of rules and the list of games show, by ruleset.

    The rest differs from most games in a few: `clicks(rules, state, move)` are those that make up a
    move, `cells(leg, diagram, move)` the places it is marked by, `begun` draws a move whose first
    clicks are made, `arrivals` names the places that pieces have reached between two states where
    chance moves on by itself, `routes` gives the ways that pieces went, and `turned` boards are
    seen by everybody from their own side.

    `page(key)` names the text of its rules (`games/rules/<family>/<page>.<language>.html`), which
    variants may share, and `plain(key)` the ruleset that a variant adds to, by default itself.

    `tile(key)` says how long and how hard a game is, for those who choose one, and `lesson(key)` is
    how it is learned in a minute.

    `measured` are the ratings of its strategies by pool, from matches among themselves
    (`tests/bench/bot_ratings.py`); random play stands at 1000.

    Few families have more to offer: an `engine` that plays it where one is installed, `puzzles` to
    compose for one player, `records` of games that other programs read, the `showcase` of the game
    that the site leads with, and bots of the demonstration club.
    """

    name: str
    words: FamilyWords[Any]
    draw: Callable[[Any, AnyState], Diagram]
    pictures: Callable[[str], Mapping[str, Diagram]]
    cover: Callable[[str], Diagram]
    strategies: tuple[Strategy, ...] = ()
    measured: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    caretaker: str = "random"  # the strategy that plays on for the absent: quick and even
    offered: bool = True
    clicks: Callable[[Any, AnyState, AnyMove], tuple[str, ...]] = click_places
    cells: Callable[[Any, Diagram, AnyMove], frozenset[str]] = marked_places
    begun: Callable[[Any, AnyState, Sequence[str]], Diagram | None] | None = None
    arrivals: Callable[[AnyState, AnyState], frozenset[str]] | None = None
    routes: Callable[[AnyState, AnyMove], tuple[tuple[str, ...], ...]] | None = None
    turned: bool = False
    engine: Engine | None = None
    puzzles: Puzzles | None = None
    records: Records | None = None
    showcase: Showcase | None = None
    page: Callable[[str], str] = last_part
    plain: Callable[[str], str] = str
    tile: Callable[[str], Tile] | None = None
    lesson: Callable[[str], Lesson | None] | None = None
    recommended_bots: tuple[RecommendedBot, ...] = ()
