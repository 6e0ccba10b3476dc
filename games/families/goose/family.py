from games.families.base import Family
from games.families.goose import diagram, examples
from games.families.goose.lesson import lesson
from games.families.goose.words import GooseTexts
from games.families.showcase import Tile

FAMILY = Family(
    name="goose",
    words=GooseTexts(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    tile=lambda _key: Tile(12, 1),
    lesson=lesson,
    arrivals=diagram.arrivals,
)
