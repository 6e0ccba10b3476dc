"""Declares the family."""

from games.bots.search import Search
from games.families.base import Family
from tests.families.four import diagram, examples
from tests.families.four.words import FourWords

FAMILY = Family(
    name="four",
    words=FourWords(),
    draw=diagram.draw,
    pictures=examples.pictures,
    cover=examples.cover,
    strategies=(Search("four_search", depth=2),),
    cells=diagram.cells,
)
