"""Declares the family."""

from games.families.base import Family
from games.families.draughts import diagram, examples
from games.families.draughts.bots import STRATEGIES
from games.families.draughts.words import DraughtsWords
from games.families.showcase import ONE_GAME, DemoBot

FAMILY = Family(
    name="draughts",
    words=DraughtsWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    demo_bots=(DemoBot("Damian", "draughts_search", ONE_GAME, ("draughts",)),),
)
