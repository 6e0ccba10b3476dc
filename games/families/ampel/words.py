from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _, ngettext

from games.diagrams.base import Diagram
from games.diagrams.words import Words
from games.families.ampel.notation import endpoint_names
from games.families.ampel.rules import Ampel, Position, routes_and_signals
from games.families.words import FamilyTexts

_RULES = Ampel()


class AmpelTexts(FamilyTexts[Position]):
    def ruleset_names(self) -> Mapping[str, str]:
        return {"ampel": _("Ampel")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "ampel_beginner": _("plays every other turn without a plan"),
            "ampel_casual": _("overlooks something now and then"),
            "ampel_signals": _("makes signals and gives few away"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {
            "half_of_yellow": _("%(winner)s took half of the yellow discs."),
            "repetition": _(
                "The same position occurred for the third time, and %(winner)s had more "
                "yellow discs."
            ),
            "quiet": _("For 60 turns there was no signal, and %(winner)s had more yellow discs."),
        }

    def own_endings(self) -> Mapping[str, str]:
        return {
            "half_of_yellow": _("You took half of the yellow discs."),
            "repetition": _(
                "The same position occurred for the third time, and you had more yellow discs."
            ),
            "quiet": _("For 60 turns there was no signal, and you had more yellow discs."),
        }

    def other_endings(self) -> Mapping[str, str]:
        return {"quiet": _("For 60 turns there was no signal, and the yellow discs were level.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "setup_first": _("First all yellow discs are placed, one by one."),
            "not_inside": _("%(point)s is on the edge; yellow discs start inside."),
            "move_first": _(
                "In step %(step)s you can still move a disc, so you must: first move one of "
                "yours, then one of the other player’s, then add a new one."
            ),
            "add_now": _("Now add one of your own discs, written as “+d3”."),
            "other_disc": _(
                "There is no disc of the colour that moves in this step (%(colour)s) on %(point)s."
            ),
            "cylinder": _(
                "The disc on %(point)s carries its owner’s cylinder; only its owner may move it."
            ),
            "no_route": _("No route of the disc on %(start)s ends on %(end)s."),
            "makes_signal": _("A disc added on %(point)s would complete a signal."),
            "too_many_steps": _("That is more than one turn."),
        }

    def option_labels(self) -> Mapping[str, str]:
        return {"yellow": _("Ampel: yellow discs")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {"yellow": {n: _format_discs(n) for n in _RULES.options["yellow"].allowed}}

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return self.option_values()

    def sides(self) -> tuple[str, ...]:
        return _("red"), _("green")

    def starter(self, state: Position) -> int | None:
        return int(state.turn) if state.turn >= 0 else None

    def grammar(self) -> str:
        return _(
            "Write the whole turn: your own disc, the other player’s disc, and after a + where "
            "your new disc goes. Leave out a step that cannot be made. Points are numbered from "
            "the left in each row."
        )

    def move_labels(
        self, state: Position, texts: Sequence[str], words: Words, board: Callable[[], Diagram]
    ) -> list[str]:
        del words, board
        return [self._turn(state, text) for text in texts]

    def _turn(self, state: Position, text: str) -> str:
        """Return the label of a turn, step by step."""
        said: list[str] = []
        for step in _RULES.parse(text):
            start, end = endpoint_names(step)
            if start:
                said.append(_("%(start)s to %(end)s") % {"start": start, "end": end})
            elif state.step == 0:
                said.append(_("a yellow disc to %(place)s") % {"place": end})
            else:
                said.append(_("your new disc to %(place)s") % {"place": end})
        turn = said[0]
        for more in said[1:]:
            turn = _("%(steps)s, then %(step)s") % {"steps": turn, "step": more}
        return turn

    def task_sentence(self, state: Position, words: Words) -> str:
        colours = words["R"], words["G"]
        tasks = (
            _("Place a yellow disc on an empty point inside; %(laid)d of %(all)d are placed."),
            _("Step 1 of 3: move one of your own discs (%(own)s)."),
            _("Step 2 of 3: move a %(other)s disc, but not the one with the cylinder."),
            _("Step 3 of 3: add one of your discs on an empty point; it gets your cylinder."),
        )
        return tasks[state.step] % {
            "laid": state.board.count(3),
            "all": state.yellow,
            "own": colours[state.turn],
            "other": colours[1 - state.turn],
        }

    def effect_sentence(self, before: Position, after: Position, text: str, words: Words) -> str:
        del words
        if before.turn < 0 or before.step == 0:
            return ""
        ways = routes_and_signals(before, _RULES.parse(text))
        made = ["–".join(signal) for _way, signals in ways for signal in signals]
        if not made:
            return ""
        held = after.taken[before.turn]
        said = ngettext("Signal %(signals)s:", "Signals %(signals)s:", len(made))
        discs = ngettext(
            "%(count)d yellow disc held now.", "%(count)d yellow discs held now.", held
        )
        return f"{said % {'signals': ', '.join(made)}} {discs % {'count': held}}"

    def next_click_label(self, click: str, taken: Sequence[str], words: Words) -> str:
        del taken, words
        return click

    def lot_text(self, text: str, words: Words) -> str:
        return _("random: %(colour)s starts") % {"colour": self.lot_outcome(text, words)}

    def lot_sentence(self, text: str, words: Words) -> str:
        colour = self.lot_outcome(text, words)
        return _("%(colour)s was chosen at random to place the first yellow disc.") % {
            "colour": colour
        }

    def lot_outcome(self, text: str, words: Words) -> str:
        return words[text.removeprefix("start ")]


def _format_discs(number: Any) -> str:
    return ngettext("%(count)d yellow disc", "%(count)d yellow discs", number) % {"count": number}
