"""What is said about four in a row."""

from __future__ import annotations

from collections.abc import Mapping

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.words import FamilyWords


class FourWords(FamilyWords):
    """Chips that fall; a real family wraps every phrase in gettext."""

    def ruleset_names(self) -> Mapping[str, str]:
        """Return the name of every ruleset by key."""
        return {"four": "Four in a row"}

    def winner_endings(self) -> Mapping[str, str]:
        """Return the phrase for every ending that has a winner and a loser."""
        return {"four": "%(winner)s had four in a row."}

    def plain_endings(self) -> Mapping[str, str]:
        """Return the phrase for every other ending."""
        return {"board_full": "The board was full."}

    def refusals(self) -> Mapping[str, str]:
        """Return the sentence of every refusal of the rules by code."""
        return {"column_full": "Column %(column)s is full."}

    def sides(self) -> tuple[str, ...]:
        """Return the colour of every seat, in the order of play."""
        return "white", "black"

    def move(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        """Return what a legal move does."""
        del cells, words
        return f"a chip into column {text}"
