from games.families.base import Family
from games.families.mill import diagram
from games.families.mill.bots import MEASURED, STRATEGIES
from games.families.mill.examples import EXAMPLES
from games.families.mill.lesson import lesson
from games.families.mill.words import MillTexts
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

FAMILY = Family(
    name="mill",
    words=MillTexts(),
    draw=diagram.draw,
    pictures=EXAMPLES.pictures,
    cover=EXAMPLES.cover,
    tile=lambda _key: Tile(25, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    recommended_bots=(
        RecommendedBot("Miller", "mill_search", KNOWS_ONE_GAME, ("mill",)),
        RecommendedBot("Grist", "mill_peek", LEARNING, ("mill",)),
        RecommendedBot("Millie", "mill_glance", KNOWS_ONE_GAME, ("mill",)),
    ),
    measured=MEASURED,
)
