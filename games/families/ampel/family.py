"""Declares the family."""

from games.families.ampel import diagram, examples
from games.families.ampel.bots import STRATEGIES
from games.families.ampel.words import AmpelWords
from games.families.base import Family
from games.families.showcase import ONE_GAME, DemoBot

FAMILY = Family(
    name="ampel",
    words=AmpelWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    routes=diagram.routes,
    demo_bots=(DemoBot("Semaphore", "ampel_signals", ONE_GAME, ("ampel",)),),
)
