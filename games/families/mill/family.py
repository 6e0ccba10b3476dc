"""Declares the family."""

from games.families.base import Family
from games.families.mill import diagram, examples
from games.families.mill.bots import STRATEGIES
from games.families.mill.words import MillWords
from games.families.showcase import ONE_GAME, DemoBot

FAMILY = Family(
    name="mill",
    words=MillWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    demo_bots=(DemoBot("Miller", "mill_search", ONE_GAME, ("mill",)),),
)
