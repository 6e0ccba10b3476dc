from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.halma.rules import Halma, State
from games.families.stones import stone_move_label
from games.families.words import FamilyTexts

_RULES = Halma()


class HalmaTexts(FamilyTexts[State]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"halma": _("Halma")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "halma_casual": _("heads for home, with detours"),
            "runner": _("heads straight for home"),
            "planner": _("heads for home and considers your reply"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {
            "home": _("%(winner)s brought all their men home."),
            "home_blocked": _("%(winner)s filled every free point of the target corner."),
            "turn_limit": _("All turns were played, and %(winner)s was ahead."),
        }

    def own_endings(self) -> Mapping[str, str]:
        return {
            "home": _("You brought all your men home."),
            "home_blocked": _("You filled every free point of the target corner."),
            "turn_limit": _("All turns were played, and you were ahead."),
        }

    def shared_endings(self) -> Mapping[str, str]:
        return {"turn_limit": _("All turns were played, and %(winner)s were ahead.")}

    def other_endings(self) -> Mapping[str, str]:
        return {"turn_limit": _("All turns were played, and both were level.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "not_your_man": _("You have no man on %(point)s."),
            "out_of_reach": _("No step or jump leads from %(start)s to %(end)s."),
            "cannot_pass": _("You cannot pass while you can move."),
        }

    def sides(self) -> tuple[str, ...]:
        return _("yellow"), _("black"), _("red")

    def option_labels(self) -> Mapping[str, str]:
        return {"anti_block": _("Halma: men in the opponent’s way")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {"anti_block": {True: _("cannot prevent a win"), False: _("may stay there")}}

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "anti_block": {True: "", False: _("corners may be blocked")},
            "seats2": {"opposite": ""},
        }

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        places = _RULES.places(None, _RULES.parse(text))
        return stone_move_label(*places) if places else _("pass")
