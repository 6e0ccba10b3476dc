from games.families.base import Family
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile
from games.families.triad import diagram
from games.families.triad.bots import MEASURED, STRATEGIES
from games.families.triad.examples import EXAMPLES
from games.families.triad.lesson import lesson
from games.families.triad.words import TriadTexts

FAMILY = Family(
    name="triad",
    words=TriadTexts(),
    draw=diagram.draw,
    pictures=EXAMPLES.pictures,
    cover=EXAMPLES.cover,
    tile=lambda _key: Tile(20, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    begun=diagram.draw_partial_move,
    recommended_bots=(
        RecommendedBot("Trio", "triad_search", KNOWS_ONE_GAME, ("triad",)),
        RecommendedBot("Uno", "triad_peek", LEARNING, ("triad",)),
        RecommendedBot("Duo", "triad_glance", KNOWS_ONE_GAME, ("triad",)),
    ),
    measured=MEASURED,
)
