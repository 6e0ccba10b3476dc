from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.draughts.board import CORRECT, HUFF, NAMES, STEP, Position
from games.families.draughts.rules import Draughts
from games.families.stones import stone_move_label
from games.families.words import FamilyTexts

_RULES = Draughts()


class DraughtsTexts(FamilyTexts[Position]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"draughts": _("Draughts")}

    def aliases(self) -> Mapping[str, tuple[str, ...]]:
        return {"draughts": ("checkers",)}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "draughts_peek": _("looks at the next move or two"),
            "draughts_glance": _("looks a little ahead"),
            "draughts_search": _("looks several moves ahead"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {"no_pieces": _("%(loser)s had no piece left.")}

    def own_endings(self) -> Mapping[str, str]:
        return {"no_pieces": _("You had no piece left.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "no_such_square": _("“%(square)s” is not a dark square of the board."),
            "not_your_piece": _("You have no piece on %(square)s."),
            "square_taken": _("%(square)s is not free."),
            "no_such_step": _("The piece on %(origin)s cannot step to %(square)s."),
            "must_take": _("You must capture. Pieces that can: %(squares)s."),
            "no_such_capture": _("The piece on %(origin)s cannot capture like this."),
            "which_capture": _(
                "Several captures have the same start and end. Write one of these: %(captures)s."
            ),
            "take_on": _("The capture is not finished: the piece on %(square)s can capture again."),
            "nothing_missed": _(
                "The piece on %(square)s did not miss a capture with the last move."
            ),
            "nothing_to_correct": _("The last move did not miss a capture."),
        }

    def sides(self) -> tuple[str, ...]:
        return _("white"), _("black")

    def option_labels(self) -> Mapping[str, str]:
        return {"capture_rule": _("Draughts: a missed capture")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "capture_rule": {
                "strict": _("is not possible: captures are compulsory"),
                "huff": _("may be punished: huffing"),
            }
        }

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {"capture_rule": {"strict": "", "huff": _("with huffing")}}

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        kind, *squares = _RULES.parse(text)
        places = [NAMES[square] for square in squares]
        if kind == HUFF:
            return _("huff the piece on %(place)s") % {"place": places[0]}
        if kind == CORRECT:
            return _("have the missed capture played instead")
        if kind == STEP:
            return stone_move_label(*places)
        landed = ", ".join(places[1:])
        return _("%(start)s takes and lands on %(places)s") % {"start": places[0], "places": landed}

    def click_label(self, click: str, words: Words) -> str:
        if click.startswith("huff "):
            return _("huff %(place)s") % {"place": click.removeprefix("huff ")}
        if click == "correct":
            return _("have it corrected")
        return super().click_label(click, words)
