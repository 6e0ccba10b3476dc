"""What is said about five in a row."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.five.rules import Five, Position
from games.families.stones import stone_move
from games.families.words import FamilyWords

_RULES = Five()


class FiveWords(FamilyWords[Position]):
    """Stones that make a row of five."""

    def ruleset_names(self) -> Mapping[str, str]:
        """Return the name of every ruleset by key."""
        return {"five": _("Five in a row")}

    def strategy_names(self) -> Mapping[str, str]:
        """Return how the family's own bots play."""
        return {"five_builder": _("builds rows and stops yours")}

    def winner_endings(self) -> Mapping[str, str]:
        """Return the phrase for every ending that has a winner and a loser."""
        return {"five": _("%(winner)s had five in a row.")}

    def plain_endings(self) -> Mapping[str, str]:
        """Return the phrase for every other ending."""
        return {"relocations": _("All moves of stones were used up.")}

    def refusals(self) -> Mapping[str, str]:
        """Return the sentence of every refusal of the rules by code."""
        return {"cell_taken": _("%(cell)s is not free.")}

    def sides(self) -> tuple[str, ...]:
        """Return the colour of every seat, in the order of play."""
        return _("white"), _("black")

    def option_labels(self) -> Mapping[str, str]:
        """Return what each option is about, as the label of a field."""
        return {"size": _("Five in a row: size of the board")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        """Return the values of each option as choices of a field."""
        return {"size": {8: "8 × 8", 10: "10 × 10", 15: "15 × 15"}}

    def agreed(self) -> Mapping[str, Mapping[object, str]]:
        """Return what stands among the terms of a match."""
        return self.option_values()

    def move(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        """Return what a legal move does."""
        del cells, words
        places = _RULES.places(None, _RULES.parse(text))
        return stone_move(places[0] if len(places) > 1 else None, places[-1])
