from games.families.base import Family
from games.families.showcase import Tile
from games.families.solitaire import diagram, examples, puzzles
from games.families.solitaire.bots import STRATEGIES
from games.families.solitaire.lesson import lesson
from games.families.solitaire.words import SolitaireTexts

FAMILY = Family(
    name="solitaire",
    words=SolitaireTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(31, 2),
    lesson=lesson,
    strategies=STRATEGIES,
    puzzles=puzzles,
)
