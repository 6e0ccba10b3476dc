"""Finds what the house says about a ruleset; a new family is one more line in `FAMILIES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from games.services.words.ampel import AmpelWords
from games.services.words.base import FamilyWords
from games.services.words.chess import ChessWords
from games.services.words.draughts import DraughtsWords
from games.services.words.five import FiveWords
from games.services.words.goose import GooseWords
from games.services.words.halma import HalmaWords
from games.services.words.mensch import MenschWords
from games.services.words.mill import MillWords
from games.services.words.solitaire import SolitaireWords
from games.services.words.traffic_lights import TrafficLightsWords
from games.services.words.tri_plan import TriPlanWords
from games.services.words.triad import TriadWords

Value = TypeVar("Value")

FAMILIES: tuple[FamilyWords, ...] = (
    TrafficLightsWords(),
    MillWords(),
    DraughtsWords(),
    FiveWords(),
    HalmaWords(),
    TriadWords(),
    AmpelWords(),
    TriPlanWords(),
    ChessWords(),
    SolitaireWords(),
    MenschWords(),
    GooseWords(),
)
_BY_NAME = {name: words for words in FAMILIES for name in words.families}
_NONE = FamilyWords()


def family_words(ruleset: str) -> FamilyWords:
    """Return the words of a ruleset's family; plain ones where it has none of its own."""
    return _BY_NAME.get(ruleset.partition(".")[0], _NONE)


def gathered(ask: Callable[[FamilyWords], Mapping[str, Value]]) -> dict[str, Value]:
    """Return what all families say to a question, by key."""
    return {key: value for words in FAMILIES for key, value in ask(words).items()}
