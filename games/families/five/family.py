"""Declares the family."""

from games.families.base import Family
from games.families.five import diagram, examples
from games.families.five.bots import STRATEGIES
from games.families.five.words import FiveWords
from games.families.showcase import ONE_GAME, DemoBot

FAMILY = Family(
    name="five",
    words=FiveWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    demo_bots=(DemoBot("Quintus", "five_builder", ONE_GAME, ("five",)),),
)
