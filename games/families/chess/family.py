from games.families.base import Family
from games.families.chess import diagram, examples, pgn
from games.families.chess.bots import MEASURED, STRATEGIES
from games.families.chess.engine import Stockfish
from games.families.chess.lesson import lesson
from games.families.chess.words import ChessTexts
from games.families.showcase import KNOWS_ONE_GAME, LEARNING, RecommendedBot, Tile

FAMILY = Family(
    name="chess",
    words=ChessTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(45, 3),
    lesson=lesson,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    turned=True,
    engine=Stockfish(),
    records=pgn,
    recommended_bots=(
        RecommendedBot("Castor", "chess_glance", KNOWS_ONE_GAME, ("chess",)),
        RecommendedBot("Pip", "chess_peek", LEARNING, ("chess",)),
        RecommendedBot("Pollux", "chess_search", KNOWS_ONE_GAME, ("chess",)),
    ),
    measured=MEASURED,
)
