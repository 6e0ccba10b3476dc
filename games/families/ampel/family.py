from games.families.ampel import diagram, examples
from games.families.ampel.bots import MEASURED, STRATEGIES
from games.families.ampel.lesson import lesson
from games.families.ampel.words import AmpelWords
from games.families.base import Family
from games.families.showcase import LEARNING, ONE_GAME, RecommendedBot, Tile

FAMILY = Family(
    name="ampel",
    words=AmpelWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(10, 3),
    lesson=lesson,
    strategies=STRATEGIES,
    routes=diagram.routes,
    recommended_bots=(
        RecommendedBot("Semaphore", "ampel_signals", ONE_GAME, ("ampel",)),
        RecommendedBot("Blinker", "ampel_beginner", LEARNING, ("ampel",)),
        RecommendedBot("Amber", "ampel_casual", ONE_GAME, ("ampel",)),
    ),
    measured=MEASURED,
)
