"""Declaration of a game family, with defaults that suit most games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from games.bots.base import Strategy
from games.diagrams.base import Diagram
from games.families.lessons import Lesson
from games.families.places import cells_of_move, clicks_from_places
from games.families.puzzles import Puzzles
from games.families.records import Records
from games.families.showcase import RecommendedBot, Showcase, Tile
from games.families.words import FamilyTexts
from games.rules.base import AnyMove, AnyState


class Engine(Strategy, Protocol):
    """An external engine, which may not be installed on this machine."""

    def is_installed(self) -> bool:
        """Whether the engine is installed."""


def variant_of(key: str) -> str:
    """Return the last part of a ruleset key: the variant, or the family if it has only one."""
    return key.rpartition(".")[2]


@dataclass(frozen=True, kw_only=True)
class Family:
    """A game in all its variants: drawing, bots, clicks and texts.

    `name` is the first part of its rulesets' keys. `draw(leg, state)` draws one board;
    `pictures(key)` and `cover(key)` return the drawings for the rules page and for the list of
    games.

    Some games override these: `clicks(rules, state, move)` returns the clicks that make up a move,
    and `cells(leg, diagram, move)` the cells that mark it. `begun` draws a move after its first
    clicks. `arrivals` returns the cells that pieces have reached between two states, in games where
    random draws continue a match. `routes` returns the paths that pieces took. `turned` boards are
    shown to all players from their own side.

    `page(key)` names the rules text (`games/rules/<family>/<page>.<language>.html`), which variants
    may share; `plain(key)` is the ruleset that a variant extends, by default itself.

    `tile(key)` gives length and difficulty for the choice of a game, `lesson(key)` the one-minute
    lesson.

    `measured` holds the ratings of its strategies by pool, from matches among themselves
    (`tests/bench/bot_ratings.py`); random play is 1000.

    Few families have the rest: an `engine` that plays if it is installed, `puzzles` for one player,
    `records` to exchange games with other programs, the `showcase` of the site's main game, and
    bots for the demonstration club.
    """

    name: str
    words: FamilyTexts[Any]
    draw: Callable[[Any, AnyState], Diagram]
    pictures: Callable[[str], Mapping[str, Diagram]]
    cover: Callable[[str], Diagram]
    strategies: tuple[Strategy, ...] = ()
    measured: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    caretaker: str = "random"  # the strategy that plays for absent players
    offered: bool = True
    clicks: Callable[[Any, AnyState, AnyMove], tuple[str, ...]] = clicks_from_places
    cells: Callable[[Any, Diagram, AnyMove], frozenset[str]] = cells_of_move
    begun: Callable[[Any, AnyState, Sequence[str]], Diagram | None] | None = None
    arrivals: Callable[[AnyState, AnyState], frozenset[str]] | None = None
    routes: Callable[[AnyState, AnyMove], tuple[tuple[str, ...], ...]] | None = None
    turned: bool = False
    engine: Engine | None = None
    puzzles: Puzzles | None = None
    records: Records | None = None
    showcase: Showcase | None = None
    page: Callable[[str], str] = variant_of
    plain: Callable[[str], str] = str
    tile: Callable[[str], Tile] | None = None
    lesson: Callable[[str], Lesson | None] | None = None
    recommended_bots: tuple[RecommendedBot, ...] = ()
