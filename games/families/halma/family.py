from games.families.base import Family
from games.families.halma import diagram, examples
from games.families.halma.bots import MEASURED, STRATEGIES
from games.families.halma.lesson import lesson
from games.families.halma.words import HalmaTexts
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

FAMILY = Family(
    name="halma",
    words=HalmaTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(36, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    caretaker="runner",
    recommended_bots=(
        RecommendedBot("Hopper", "runner", KNOWS_ONE_GAME, ("halma",)),
        RecommendedBot("Ambler", "halma_casual", LEARNING, ("halma",)),
        RecommendedBot("Hera", "planner", KNOWS_ONE_GAME, ("halma",)),
    ),
    measured=MEASURED,
)
