"""What a family of games declares, with what holds for most of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.bots.base import Strategy
from games.diagrams.base import Diagram
from games.families.places import places_clicked, places_marked
from games.families.puzzles import Puzzles
from games.families.records import Records
from games.families.showcase import DemoBot, Showcase
from games.families.words import FamilyWords
from games.rules.base import AnyMove, AnyState


class Engine(Strategy, Protocol):
    """A computer player outside this program, which a machine may have or not."""

    def is_here(self) -> bool:
        """Whether this machine has it."""


@dataclass(frozen=True, kw_only=True)
class Family:
    """One game in all its variants: how it is drawn, played by bots, clicked and told.

    `name` is the first part of its rulesets' keys. `draw(leg, state)` draws one board, `pictures`
    and `cover` give the drawings that its page of rules and the list of games show, by ruleset.

    The rest differs from most games in a few: `clicks(rules, state, move)` are those that make up a
    move, `cells(leg, diagram, move)` the places it is marked by, `begun` draws a move whose first
    clicks are made, `arrivals` names the places that pieces have reached between two states where
    chance moves on by itself, `routes` gives the ways that pieces went, and `turned` boards are
    seen by everybody from their own side.

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
    caretaker: str = "random"  # the strategy that plays on for the absent: quick and even
    offered: bool = True
    clicks: Callable[[Any, AnyState, AnyMove], tuple[str, ...]] = places_clicked
    cells: Callable[[Any, Diagram, AnyMove], frozenset[str]] = places_marked
    begun: Callable[[Any, AnyState, Sequence[str]], Diagram | None] | None = None
    arrivals: Callable[[AnyState, AnyState], frozenset[str]] | None = None
    routes: Callable[[AnyState, AnyMove], tuple[tuple[str, ...], ...]] | None = None
    turned: bool = False
    engine: Engine | None = None
    puzzles: Puzzles | None = None
    records: Records | None = None
    showcase: Showcase | None = None
    demo_bots: tuple[DemoBot, ...] = ()
