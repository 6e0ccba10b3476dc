"""Declares the family."""

from games.families.base import Family
from games.families.showcase import ONE_GAME, DemoBot
from games.families.triad import diagram, examples
from games.families.triad.bots import STRATEGIES
from games.families.triad.words import TriadWords

FAMILY = Family(
    name="triad",
    words=TriadWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    begun=diagram.draw_begun,
    demo_bots=(DemoBot("Trio", "triad_search", ONE_GAME, ("triad",)),),
)
