"""Declares the family."""

from games.families.base import Family
from games.families.showcase import ONE_GAME, DemoBot
from games.families.tri_plan import diagram, examples
from games.families.tri_plan.bots import STRATEGIES
from games.families.tri_plan.words import TriPlanWords

FAMILY = Family(
    name="tri_plan",
    words=TriPlanWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    caretaker="tri_plan_settler",
    demo_bots=(DemoBot("Settler", "tri_plan_settler", ONE_GAME, ("tri_plan",)),),
)
