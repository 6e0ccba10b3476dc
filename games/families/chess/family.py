"""Declares the family."""

from games.families.base import Family
from games.families.chess import diagram, examples, pgn
from games.families.chess.bots import STRATEGIES
from games.families.chess.engine import Stockfish
from games.families.chess.words import ChessWords
from games.families.showcase import ONE_GAME, DemoBot

FAMILY = Family(
    name="chess",
    words=ChessWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=STRATEGIES,
    clicks=diagram.clicks,
    turned=True,
    engine=Stockfish(),
    records=pgn,
    demo_bots=(DemoBot("Castor", "chess_glance", ONE_GAME, ("chess",)),),
)
