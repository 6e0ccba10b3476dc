"""What is said about four in a row."""

from __future__ import annotations

from collections.abc import Mapping

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.words import FamilyTexts


class FourWords(FamilyTexts):
    """Chips that fall; a real family wraps every phrase in gettext."""

    def ruleset_names(self) -> Mapping[str, str]:
        return {"four": "Four in a row"}

    def winner_endings(self) -> Mapping[str, str]:
        return {"four": "%(winner)s had four in a row."}

    def other_endings(self) -> Mapping[str, str]:
        return {"board_full": "The board was full."}

    def refusals(self) -> Mapping[str, str]:
        return {"column_full": "Column %(column)s is full."}

    def sides(self) -> tuple[str, ...]:
        return "white", "black"

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        return f"a chip into column {text}"
