from games.families.base import Family
from games.families.showcase import LEARNING, ONE_GAME, RecommendedBot, Tile
from games.families.tri_plan import diagram, examples
from games.families.tri_plan.bots import MEASURED, STRATEGIES
from games.families.tri_plan.lesson import lesson
from games.families.tri_plan.words import TriPlanWords

FAMILY = Family(
    name="tri_plan",
    words=TriPlanWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(36, 3),
    lesson=lesson,
    strategies=STRATEGIES,
    caretaker="tri_plan_settler",
    recommended_bots=(
        RecommendedBot("Settler", "tri_plan_settler", ONE_GAME, ("tri_plan",)),
        RecommendedBot("Scout", "tri_plan_beginner", LEARNING, ("tri_plan",)),
        RecommendedBot("Surveyor", "tri_plan_casual", ONE_GAME, ("tri_plan",)),
    ),
    measured=MEASURED,
)
