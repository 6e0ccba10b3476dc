"""Declares the family."""

from games.families.base import Family
from games.families.goose import diagram, examples
from games.families.goose.words import GooseWords

FAMILY = Family(
    name="goose",
    words=GooseWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    arrivals=diagram.arrivals,
)
