"""Declares the family."""

from games.bots.search import Search
from games.families.base import Family
from tests.families.four import diagram
from tests.families.four.examples import EXAMPLES
from tests.families.four.words import FourWords

FAMILY = Family(
    name="four",
    words=FourWords(),
    draw=diagram.draw,
    pictures=EXAMPLES.pictures,
    cover=EXAMPLES.cover,
    strategies=(Search("four_search", depth=2),),
    cells=diagram.cells,
)
