"""Declares the family."""

from games.families.base import Family
from games.families.halma import diagram, examples
from games.families.halma.bots import STRATEGIES
from games.families.halma.words import HalmaWords
from games.families.showcase import ONE_GAME, DemoBot

FAMILY = Family(
    name="halma",
    words=HalmaWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    caretaker="runner",
    demo_bots=(DemoBot("Hopper", "runner", ONE_GAME, ("halma",)),),
)
