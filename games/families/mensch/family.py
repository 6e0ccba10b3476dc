from games.families.base import Family
from games.families.mensch import diagram, examples
from games.families.mensch.bots import MEASURED, STRATEGIES
from games.families.mensch.lesson import lesson
from games.families.mensch.words import MenschTexts
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

BOTH = ("mensch", "mensch.team")

FAMILY = Family(
    name="mensch",
    words=MenschTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda key: Tile(90, 2) if key.endswith("team") else Tile(200, 1),
    lesson=lesson,
    strategies=STRATEGIES,
    caretaker="standing",
    arrivals=diagram.arrivals,
    recommended_bots=(
        RecommendedBot("Dora", "racer", "Weighs every pawn; blames the die.", BOTH, seeks="mensch"),
        RecommendedBot("Max", "mensch_casual", LEARNING, BOTH),
        RecommendedBot("Moritz", "standing", KNOWS_ONE_GAME, BOTH),
    ),
    measured=MEASURED,
)
