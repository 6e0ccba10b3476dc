from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from games.diagrams.base import Diagram
from games.diagrams.words import Words
from games.families.goose.rules import (
    BROKEN_LEG,
    GOAL,
    LETTERS as GEESE,
    MISS_TURN_SQUARES,
    POT,
    RELEASING_ROLLS,
    ROLL_AGAIN_SQUARES,
    ROLL_DUE,
    State,
)
from games.families.throws import PlyWithStates, Throw, TurnSummary, add_source_note, colour_names
from games.families.words import FamilyTexts
from games.rules.base import CHANCE
from games.rules.multiplayer import LEAVING_WORD, REFEREE, leaving_reason


class GooseTexts(FamilyTexts[State]):
    has_move_buttons: ClassVar = True
    skips_preview: ClassVar = True
    lists_rolls: ClassVar = True

    def ruleset_names(self) -> Mapping[str, str]:
        return {"goose": _("Game of the goose")}

    def pool_names(self) -> Mapping[str, str]:
        return {}

    def winner_endings(self) -> Mapping[str, str]:
        return {
            "home": _("%(winner)s reached square 61 first."),
            "last_left": _("Only %(winner)s was left in the race."),
            "turn_limit": _("All turns were played, and %(winner)s was ahead."),
        }

    def own_endings(self) -> Mapping[str, str]:
        return {
            "home": _("You reached square 61 first."),
            "last_left": _("Only you were left in the race."),
            "turn_limit": _("All turns were played, and you were ahead."),
        }

    def shared_endings(self) -> Mapping[str, str]:
        return {"turn_limit": _("All turns were played, and %(winner)s were ahead.")}

    def other_endings(self) -> Mapping[str, str]:
        return {"turn_limit": _("All turns were played, and both were level.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "must_pass": _("You can only pass this turn."),
            "must_roll": _("Your goose can move: type “roll” to roll the die."),
        }

    def option_labels(self) -> Mapping[str, str]:
        return {"release": _("The roll that sets a goose free on 27 or 33")}

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "release": {
                "roll_again": _("is followed by another one"),
                "move": _("moves it at once"),
            }
        }

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {"release": {"roll_again": "", "move": _("the freeing roll moves at once")}}

    def colours(self, state: State, seat: int) -> str:
        del state
        return GEESE[seat]

    def side(self, state: State, seat: int) -> str:
        return colour_names(self.colours(state, seat))

    def grammar(self) -> str:
        return _("There are no choices: “roll” rolls the die.")

    # Moves and throws -----------------------------------------------------------------------------
    def move_labels(
        self, state: State, texts: Sequence[str], words: Words, board: Callable[[], Diagram]
    ) -> list[str]:
        del state, board
        return [self.click_label(text, words) for text in texts]

    def click_label(self, click: str, words: Words) -> str:
        return _("Roll the die") if click == "roll" else super().click_label(click, words)

    def lot_sentence(self, text: str, words: Words) -> str:
        del words
        return _("The die shows %(face)s.") % {"face": text}

    def throws(
        self, acts: Sequence[PlyWithStates], names: Sequence[str], own: int | None, words: Words
    ) -> list[Throw]:
        turns: dict[int, TurnSummary] = {}
        source = ""
        for act in acts:
            if act.seat == REFEREE:
                continue
            if why := leaving_reason(act.text):
                turns[-act.number] = TurnSummary(act.seat, GEESE[act.seat], gone=why)
                continue
            seat = act.before.turn
            turn = turns.setdefault(act.before.turns, TurnSummary(seat, GEESE[seat]))
            if act.seat == CHANCE:
                turn.faces.append(int(act.text))
                turn.deeds.append(add_source_note(_action_sentence(act, int(act.text)), source))
            elif act.text == "pass":
                turn.deeds.append(_missed_turn_reason(act.before))
            else:
                source = act.source
        told = [turn for turn in turns.values() if turn.faces or turn.deeds or turn.gone]
        return [turn.describe(names, own, words[turn.colour]) for turn in told]

    def row(self, act: PlyWithStates) -> tuple[int, str, str] | None:
        seat = act.before.turn
        if act.seat == REFEREE:
            return None
        if leaving_reason(act.text):
            return act.seat, GEESE[act.seat], LEAVING_WORD
        if act.seat == CHANCE:
            return seat, GEESE[seat], f"{act.text}: {act.after.squares[seat]}"
        return (seat, GEESE[seat], "–") if act.text == "pass" else None


def _missed_turn_reason(state: State) -> str:
    """Return the reason why a goose did not move."""
    if state.misses[state.turn]:
        return _("misses this turn")
    return _("waits on 57 for those behind")


def _action_sentence(act: PlyWithStates, face: int) -> str:
    """Return the phrase about a roll and its effect."""
    before, seat = act.before, act.before.turn
    here, there = before.squares[seat], act.after.squares[seat]
    lock = RELEASING_ROLLS.get(here) if before.due == ROLL_DUE else None
    if lock is not None and lock != face:
        return _("stays on %(square)s") % {"square": here}
    if lock is not None and there == here:
        return _("is free on %(square)s") % {"square": here}
    via = here + face
    if via > GOAL:
        said = _("%(start)s to 61 and back to %(end)s")
        via = 2 * GOAL - via
    else:
        said = _("%(start)s to %(end)s")
    said %= {"start": here, "end": via}
    if via != there:
        return _("%(move)s, from there to %(square)s") % {"move": said, "square": there}
    effect = _effect_phrase(there)
    return effect % {"move": said, "face": RELEASING_ROLLS.get(there, "")} if effect else said


def _effect_phrase(square: int) -> str:
    """Return the phrase for the effect of a square, or ""."""
    if square in RELEASING_ROLLS:
        return _("%(move)s, to wait for a %(face)s")
    if square in MISS_TURN_SQUARES:
        return _("%(move)s, to miss a turn")
    if square in ROLL_AGAIN_SQUARES:
        return _("%(move)s, to roll again")
    return {
        BROKEN_LEG: _("%(move)s, to wait for those behind"),
        POT: _("%(move)s, into the pot: out"),
        GOAL: _("%(move)s, home"),
    }.get(square, "")
