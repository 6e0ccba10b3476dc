"""Declares the family."""

from games.families.base import Family
from games.families.solitaire import diagram, examples, puzzles
from games.families.solitaire.bots import STRATEGIES
from games.families.solitaire.words import SolitaireWords

FAMILY = Family(
    name="solitaire",
    words=SolitaireWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    puzzles=puzzles,
)
