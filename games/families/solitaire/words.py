from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _, ngettext

from games.diagrams.base import Cell
from games.diagrams.words import Words
from games.families.solitaire.rules import FULL, PATTERNS, Position, Solitaire
from games.families.words import FamilyTexts
from games.rules.base import Options


def pattern_names() -> dict[object, str]:
    """Return the names of the patterns that a match may begin with."""
    return {
        "cross": _("cross"),
        "plus": _("plus sign"),
        "hearth": _("fireplace"),
        "pyramid": _("pyramid"),
        "arrow": _("arrow"),
        "diamond": _("diamond"),
    }


def _task_labels() -> dict[object, str]:
    """Return the description of each pattern to leave."""
    return {"I": _("leave the letter I"), "E": _("leave the letter E")}


def _format_pegs(count: int) -> str:
    return ngettext("%(count)d peg", "%(count)d pegs", count) % {"count": count}


_RULES = Solitaire()


class SolitaireTexts(FamilyTexts[Position]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"solitaire": _("Solitaire")}

    def pool_names(self) -> Mapping[str, str]:
        return {}

    def strategy_names(self) -> Mapping[str, str]:
        return {"solitaire_beam": _("explores many sequences of jumps at once")}

    def other_endings(self) -> Mapping[str, str]:
        return {
            "centre": _("A single peg is left, in the centre: a perfect result."),
            "one_peg": _("A single peg is left."),
            "no_jump": _("No jump is left."),
            "target": _("The letter is complete."),
            "resigned": _("The attempt was abandoned."),
            "timeout": _("Time ran out."),
        }

    def refusals(self) -> Mapping[str, str]:
        return {
            "no_such_hole": _("There is no hole “%(hole)s” on this board."),
            "no_jump": _("%(origin)s and %(hole)s are not two holes apart in a row or column."),
            "no_peg": _("There is no peg in %(hole)s."),
            "hole_taken": _("There is already a peg in %(hole)s."),
            "nothing_to_jump": _("There is no peg between %(origin)s and %(hole)s."),
        }

    def option_labels(self) -> Mapping[str, str]:
        return {"target": _("Solitaire: the task"), "start": _("Solitaire: the start")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "target": {"none": _("leave as few pegs as you can"), **_task_labels()},
            "start": {FULL: _("all holes but the centre"), **pattern_names()},
        }

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "target": {"none": "", **_task_labels()},
            "start": {
                FULL: "",
                **pattern_names(),
                **{pegs: _format_pegs(pegs) for pegs in range(2, 33)},
            },
        }

    def notable_options(self, options: Options) -> dict[str, int | bool | str]:
        """Replace a start without a name by its number of pegs."""
        shown = dict(options)
        if shown.get("start", FULL) not in PATTERNS:
            shown["start"] = len(str(shown["start"]).split())
        return shown

    def move_label(self, text: str, cells: Mapping[str, Cell], words: Words) -> str:
        del cells, words
        start, end = _RULES.places(None, _RULES.parse(text))
        return _("the peg on %(start)s jumps to %(end)s") % {"start": start, "end": end}

    def solo_result(self, points: int, options: Options) -> str:
        if options.get("target", "none") != "none":
            return _("Task missed.") if points else _("Task done.")
        return ngettext("%(count)d penalty point.", "%(count)d penalty points.", points) % {
            "count": points
        }
