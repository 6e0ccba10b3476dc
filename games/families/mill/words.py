from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.mill.rules import Mill, Position, split_move
from games.families.stones import stone_move_label
from games.families.words import FamilyTexts

_RULES = Mill()


class MillTexts(FamilyTexts[Position]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"mill": _("Mill")}

    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        return {"mill": ("nine men's morris", "morris")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "mill_peek": _("looks at the next move or two"),
            "mill_glance": _("looks a little ahead"),
            "mill_search": _("looks several moves ahead"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {"two_stones": _("%(loser)s had two stones left.")}

    def own_endings(self) -> Mapping[str, str]:
        return {"two_stones": _("You had two stones left.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "no_such_point": _("There is no point “%(point)s” on this board."),
            "point_taken": _("%(point)s is not free."),
            "place_first": _("You still have stones in hand (%(hand)s). Place one of them."),
            "hand_empty": _("You have no stones left in hand. Move one, such as “a1-a4”."),
            "not_your_stone": _("You have no stone on %(cell)s."),
            "not_adjacent": _("No line leads from %(origin)s to %(point)s."),
            "no_mill": _("This does not close a mill, so the stone on %(point)s stays."),
            "take_a_stone": _("This closes a mill. Name the stone you take: one of %(stones)s."),
            "no_stone_to_take": _("Your opponent has no stone on %(point)s."),
            "stone_protected": _("The stone on %(point)s is in a mill and cannot be taken."),
        }

    def sides(self) -> tuple[str, ...]:
        return _("white"), _("black")

    def option_labels(self) -> Mapping[str, str]:
        return {"mill_protection": _("Mill: when all the opponent’s stones are in mills")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "mill_protection": {
                "absolute": _("nothing is taken"),
                "tournament": _("any of them may be taken"),
            }
        }

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "mill_protection": {"absolute": "", "tournament": _("stones in mills may be taken")}
        }

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        return stone_move_label(*split_move(_RULES.parse(text)))
