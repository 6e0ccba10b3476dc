from games.families.base import Family
from games.families.five import diagram
from games.families.five.bots import MEASURED, STRATEGIES
from games.families.five.examples import EXAMPLES
from games.families.five.lesson import lesson
from games.families.five.words import FiveTexts
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

FAMILY = Family(
    name="five",
    words=FiveTexts(),
    draw=diagram.draw,
    pictures=EXAMPLES.pictures,
    cover=EXAMPLES.cover,
    tile=lambda _key: Tile(25, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    recommended_bots=(
        RecommendedBot("Quintus", "five_builder", KNOWS_ONE_GAME, ("five",)),
        RecommendedBot("Una", "five_beginner", LEARNING, ("five",)),
        RecommendedBot("Quattro", "five_casual", KNOWS_ONE_GAME, ("five",)),
    ),
    measured=MEASURED,
)
