from games.families.base import Family
from games.families.draughts import diagram
from games.families.draughts.bots import MEASURED, STRATEGIES
from games.families.draughts.examples import EXAMPLES
from games.families.draughts.lesson import lesson
from games.families.draughts.words import DraughtsWords
from games.families.showcase import LEARNING, ONE_GAME, RecommendedBot, Tile

FAMILY = Family(
    name="draughts",
    words=DraughtsWords(),
    draw=diagram.draw,
    pictures=EXAMPLES.pictures,
    cover=EXAMPLES.cover,
    tile=lambda _key: Tile(40, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    turned=True,
    recommended_bots=(
        RecommendedBot("Damian", "draughts_search", ONE_GAME, ("draughts",)),
        RecommendedBot("Dot", "draughts_peek", LEARNING, ("draughts",)),
        RecommendedBot("Dana", "draughts_glance", ONE_GAME, ("draughts",)),
    ),
    measured=MEASURED,
)
