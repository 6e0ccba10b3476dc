from games.families.base import Family
from games.families.draughts import diagram
from games.families.draughts.bots import MEASURED, STRATEGIES
from games.families.draughts.examples import EXAMPLES
from games.families.draughts.lesson import lesson
from games.families.draughts.words import DraughtsTexts
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

FAMILY = Family(
    name="draughts",
    words=DraughtsTexts(),
    draw=diagram.draw,
    pictures=EXAMPLES.pictures,
    cover=EXAMPLES.cover,
    tile=lambda _key: Tile(40, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    turned=True,
    recommended_bots=(
        RecommendedBot("Damian", "draughts_search", KNOWS_ONE_GAME, ("draughts",)),
        RecommendedBot("Dot", "draughts_peek", LEARNING, ("draughts",)),
        RecommendedBot("Dana", "draughts_glance", KNOWS_ONE_GAME, ("draughts",)),
    ),
    measured=MEASURED,
)
