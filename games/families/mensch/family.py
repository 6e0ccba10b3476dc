"""Declares the family."""

from games.families.base import Family
from games.families.mensch import diagram, examples
from games.families.mensch.bots import STRATEGIES
from games.families.mensch.words import MenschWords
from games.families.showcase import DemoBot

FAMILY = Family(
    name="mensch",
    words=MenschWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    caretaker="standing",
    arrivals=diagram.arrivals,
    demo_bots=(
        DemoBot(
            "Dora", "racer", "Weighs every pawn, and blames the die.", ("mensch",), seeks="mensch"
        ),
    ),
)
