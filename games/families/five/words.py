from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.five.rules import Five, Position
from games.families.stones import stone_move_label
from games.families.words import FamilyTexts

_RULES = Five()


class FiveTexts(FamilyTexts[Position]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"five": _("Five in a row")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "five_beginner": _("plays every other turn without a plan"),
            "five_casual": _("overlooks something now and then"),
            "five_builder": _("builds rows and blocks yours"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {"five": _("%(winner)s had five in a row.")}

    def own_endings(self) -> Mapping[str, str]:
        return {"five": _("You had five in a row.")}

    def other_endings(self) -> Mapping[str, str]:
        return {"relocations": _("All stone moves were used up.")}

    def refusals(self) -> Mapping[str, str]:
        return {"cell_taken": _("%(cell)s is not free.")}

    def sides(self) -> tuple[str, ...]:
        return _("white"), _("black")

    def option_labels(self) -> Mapping[str, str]:
        return {"size": _("Five in a row: size of the board")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {"size": {8: "8 × 8", 10: "10 × 10", 15: "15 × 15"}}

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return self.option_values()

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        places = _RULES.places(None, _RULES.parse(text))
        return stone_move_label(places[0] if len(places) > 1 else None, places[-1])
