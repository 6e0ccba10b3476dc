from games.families.base import Family
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile
from games.families.tri_plan import diagram, examples
from games.families.tri_plan.bots import MEASURED, STRATEGIES
from games.families.tri_plan.lesson import lesson
from games.families.tri_plan.words import TriPlanTexts

FAMILY = Family(
    name="tri_plan",
    words=TriPlanTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(36, 3),
    lesson=lesson,
    strategies=STRATEGIES,
    caretaker="tri_plan_settler",
    recommended_bots=(
        RecommendedBot("Settler", "tri_plan_settler", KNOWS_ONE_GAME, ("tri_plan",)),
        RecommendedBot("Scout", "tri_plan_beginner", LEARNING, ("tri_plan",)),
        RecommendedBot("Surveyor", "tri_plan_casual", KNOWS_ONE_GAME, ("tri_plan",)),
    ),
    measured=MEASURED,
)
