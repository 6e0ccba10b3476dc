from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from games.diagrams.base import NEXT_PIECE, Cell, Diagram
from games.diagrams.words import Words
from games.families.traffic_lights.bag import BagState
from games.families.words import FamilyTexts
from games.rules.series import SeriesState


class TrafficLightsTexts(FamilyTexts[SeriesState[int | BagState]]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {
            "traffic_lights.intro": _("Traffic Lights: introduction"),
            "traffic_lights.simple": _("Traffic Lights: simple game"),
            "traffic_lights.4x3": _("Traffic Lights 4×3"),
            "traffic_lights.slider": _("Traffic Lights with the slider"),
            "traffic_lights.intro.bag": _("Traffic Lights with the bag: introduction"),
            "traffic_lights.simple.bag": _("Traffic Lights with the bag: simple game"),
            "traffic_lights.4x3.bag": _("Traffic Lights 4×3 with the bag"),
            "traffic_lights.slider.bag": _("Traffic Lights with slider and bag"),
        }

    def short_names(self) -> Mapping[str, str]:
        return {
            "traffic_lights.4x3": "4×3",
            "traffic_lights.slider": _("slider"),
            "traffic_lights.4x3.bag": _("4×3 with the bag"),
            "traffic_lights.slider.bag": _("slider and bag"),
        }

    def pool_names(self) -> Mapping[str, str]:
        return {
            "traffic_lights": _("Traffic Lights"),
            "traffic_lights_bag": _("Traffic Lights with the bag"),
        }

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "greedy": _("grabs the best line it can"),
            "two_ply": _("looks two turns ahead"),
            "far_sighted": _("looks four turns ahead, with the bag three"),
        }

    def holders(self, state: SeriesState[int | BagState]) -> Mapping[str, int]:
        if not isinstance(state.inner, BagState):
            return {}
        return {"starter": state.starter, "other": 1 - state.starter}

    def winner_endings(self) -> Mapping[str, str]:
        return {"line": _("%(winner)s completed a line.")}

    def own_endings(self) -> Mapping[str, str]:
        return {"line": _("You completed a line.")}

    def other_endings(self) -> Mapping[str, str]:
        return {"no_move": _("Nobody could place another chip.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "cell_green": _("%(cell)s is already green, and green chips stay."),
            "other_colour": _("%(cell)s would become %(would_be)s, not %(said)s."),
            "slide_first": _("The first move of a leg must be a chip, not a slide."),
            "slide_twice": _("The strip has just been moved. It cannot be moved twice in a row."),
            "slide_same_side": _("The strip is already on that side."),
            "draft_first": _("Fill both hands first: take a chip from the pool, %(pool)s."),
            "not_in_hand": _("You have no %(colour)s chip for this square. Your hand is %(hand)s."),
            "not_in_pool": _("There is no %(colour)s chip in the pool. It contains %(pool)s."),
            "not_in_bag": _("There is no such chip in the bag. It contains %(bag)s."),
            "take_which": _(
                "Say which chip you take from the pool, such as “b2 Y”. The pool contains %(pool)s."
            ),
            "place_alone": _(
                "Write only the square: “%(cell)s”. Its next colour depends on what is there."
            ),
            "chip_by_letter": _(
                "Write the square, such as “%(cell)s”. If you take a chip from the pool, "
                "add a space and its letter: R, Y or G."
            ),
            "must_lay": _("You cannot pass while you can place a chip. Your hand is %(hand)s."),
            "bad_preference": _(
                "“%(text)s” is not a list of colours. Name each of %(colours)s once."
            ),
        }

    def option_labels(self) -> Mapping[str, str]:
        return {"redraft_dead_start": _("With the bag: if nobody has a red chip after the draft")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {"redraft_dead_start": {False: _("the leg ends at once"), True: _("draft again")}}

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        redraft = _("a new draft if nobody has a red chip")
        return {"redraft_dead_start": {False: "", True: redraft}}

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        first, _blank, rest = text.partition(" ")
        if first == "slide":
            return words["slide"] % {"side": words[rest]}
        if first == "take":
            return _("take %(colour)s from the pool") % {"colour": words[rest]}
        if first == "pass":
            return _("pass")
        cell = cells.get(first)
        if cell is None:
            return text
        colour = words[NEXT_PIECE.get(cell.piece, "R")]
        laid = _("%(cell)s becomes %(colour)s") % {"cell": first, "colour": colour}
        if not rest:
            return laid
        return _("%(move)s, then %(colour)s from the pool") % {"move": laid, "colour": words[rest]}

    def click_label(self, click: str, words: Words) -> str:
        first, _blank, rest = click.partition(" ")
        if first in ("pool", "take"):
            return _("take %(colour)s") % {"colour": words[rest]}
        return super().click_label(click, words)

    def played_sentence(self, player: str, text: str, words: Words) -> str:
        first, _blank, rest = text.partition(" ")
        if first == "take":
            said = _("%(player)s took %(colour)s from the pool.")
            return said % {"player": player, "colour": words[rest]}
        return super().played_sentence(player, text, words)

    def scoreless_sentence(self, leg: str) -> str:
        return _("%(leg)s ended without a line.") % {"leg": leg}

    def new_chip(self, text: str, board: Callable[[], Diagram]) -> str:
        first, _blank, rest = text.partition(" ")
        if first in ("take", "bag"):
            return rest
        cell = board().by_name.get(first)
        return NEXT_PIECE.get(cell.piece, "") if cell else ""

    def lot_text(self, text: str, words: Words) -> str:
        return _("drawn: %(colour)s") % {"colour": self.lot_outcome(text, words)}

    def lot_sentence(self, text: str, words: Words) -> str:
        colour = self.lot_outcome(text, words)
        return _("Drawn from the bag: %(colour)s.") % {"colour": colour}

    def lot_outcome(self, text: str, words: Words) -> str:
        return words[text.removeprefix("bag ")]
