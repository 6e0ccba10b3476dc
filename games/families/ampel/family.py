from games.families.ampel import diagram, examples
from games.families.ampel.bots import MEASURED, STRATEGIES
from games.families.ampel.lesson import lesson
from games.families.ampel.words import AmpelTexts
from games.families.base import Family
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

FAMILY = Family(
    name="ampel",
    words=AmpelTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(10, 3),
    lesson=lesson,
    strategies=STRATEGIES,
    routes=diagram.routes,
    recommended_bots=(
        RecommendedBot("Semaphore", "ampel_signals", KNOWS_ONE_GAME, ("ampel",)),
        RecommendedBot("Blinker", "ampel_beginner", LEARNING, ("ampel",)),
        RecommendedBot("Amber", "ampel_casual", KNOWS_ONE_GAME, ("ampel",)),
    ),
    measured=MEASURED,
)
