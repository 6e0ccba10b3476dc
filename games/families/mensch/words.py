from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from django.utils.translation import gettext as _

from games.diagrams.base import Diagram
from games.diagrams.words import Words
from games.families.mensch.cross import COLOURS, MOVE_NAMES, WAITING
from games.families.mensch.pawns import PawnStep, State, move_pawn
from games.families.mensch.rules import OWNERS
from games.families.throws import PlyWithStates, Throw, TurnSummary, add_source_note, colour_names
from games.families.words import FamilyTexts
from games.rules.base import CHANCE, Options
from games.rules.multiplayer import LEAVING_WORD, REFEREE, leaving_reason


class MenschTexts(FamilyTexts[State]):
    has_move_buttons: ClassVar = True
    lists_rolls: ClassVar = True

    def ruleset_names(self) -> Mapping[str, str]:
        return {
            "mensch": _("Mensch ärgere Dich nicht"),
            "mensch.team": _("Mensch ärgere Dich nicht: team game"),
        }

    def pool_names(self) -> Mapping[str, str]:
        return {"dice": _("Games with dice")}

    def strategy_names(self) -> Mapping[str, str]:
        return {
            "mensch_casual": _("plays every other turn without a plan"),
            "standing": _("captures, brings pawns home, then moves the leading pawn"),
            "racer": _("weighs up every pawn"),
        }

    def winner_endings(self) -> Mapping[str, str]:
        return {
            "home": _("%(winner)s brought all pawns home."),
            "last_left": _("Only %(winner)s was left."),
            "turn_limit": _("All turns were played, and %(winner)s was ahead."),
        }

    def own_endings(self) -> Mapping[str, str]:
        return {
            "home": _("You brought all pawns home."),
            "last_left": _("Only you were left."),
            "turn_limit": _("All turns were played, and you were ahead."),
        }

    def shared_endings(self) -> Mapping[str, str]:
        return {
            "home": _("%(winner)s together brought all pawns home."),
            "last_left": _("Only %(winner)s were left."),
            "turn_limit": _("All turns were played, and %(winner)s were ahead."),
        }

    def other_endings(self) -> Mapping[str, str]:
        return {"turn_limit": _("All turns were played, and both were level.")}

    def refusals(self) -> Mapping[str, str]:
        return {
            "not_possible": _("“%(move)s” cannot be played with a %(roll)s."),
            "must_enter": _("You rolled a %(roll)s: a waiting pawn must come in first."),
            "must_clear_start": _("With this %(roll)s the pawn on your A field must move."),
            "must_capture": _("This %(roll)s can capture a pawn, so it must."),
            "must_pass": _("You can only pass this turn."),
            "choose_pawn": _("First say which pawn goes back, such as “huff 17”."),
            "standing_needs_face": _(
                "A standing order begins with a face and a colon, such as “%(example)s”."
            ),
            "standing_twice": _("The %(face)s is already named."),
            "standing_word": _(
                "“%(word)s” is not an action. Choose from %(known)s, or name a field."
            ),
            "standing_no_word": _("Say what to do with a %(face)s."),
            "standing_too_many": _("A %(face)s can have at most %(limit)s actions."),
            "partner_plays_on": _("Your partner plays on, so this seat cannot be removed."),
        }

    # What is agreed -------------------------------------------------------------------------------
    def option_labels(self) -> Mapping[str, str]:
        return {
            "mode": _("Who plays which colours"),
            "capture_backwards": _("Capturing backwards"),
            "three_rolls": _("With no pawn on the track"),
            "no_jump_home": _("Own pawns at home"),
            "barriers": _("Two pawns on one field"),
            "forced_capture": _("A player who can capture"),
            "play_for_places": _("When the first is home"),
        }

    def option_values(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "mode": {
                "four": _("four players, a colour each"),
                "two_by_two": _("two players, two colours each"),
                "two_colours": _("two players, a colour each"),
                "neutral3": _("three players, black is unused"),
                "team": _("two against two"),
            },
            "capture_backwards": {False: _("never"), True: _("with the exact roll")},
            "three_rolls": {False: _("one roll a turn"), True: _("three rolls for a 6")},
            "no_jump_home": {False: _("may be jumped"), True: _("are not jumped")},
            "barriers": {False: _("never"), True: _("are a barrier")},
            "forced_capture": {
                "off": _("is free to"),
                "enforce": _("must"),
                "huff": _("loses the pawn that did not"),
            },
            "play_for_places": {
                True: _("the others play on for the places"),
                False: _("the match is over"),
            },
        }

    def term_phrases(self) -> Mapping[str, Mapping[object, str]]:
        return {
            "mode": {
                "four": _("a colour each"),
                "two_by_two": _("two colours each"),
                "two_colours": _("a colour each"),
                "neutral3": _("black is unused"),
                "team": _("two against two"),
            },
            "capture_backwards": {False: "", True: _("capturing backwards")},
            "three_rolls": {False: "", True: _("three rolls for a 6")},
            "no_jump_home": {False: "", True: _("no jumping at home")},
            "barriers": {False: "", True: _("barriers")},
            "forced_capture": {
                "off": "",
                "enforce": _("capturing is compulsory"),
                "huff": _("huffing"),
            },
            "play_for_places": {True: _("for all places"), False: _("until the first is home")},
        }

    def notable_options(self, options: Options) -> dict[str, int | bool | str]:
        """Leave out what goes without saying: with two sides only one place is played for."""
        shown = dict(options)
        if shown.get("mode") not in ("four", "neutral3"):
            shown.pop("play_for_places", None)
        if shown.get("mode") == "team" and shown.get("forced_capture") == "enforce":
            shown.pop("forced_capture")
        return shown

    def colours(self, state: State, seat: int) -> str:
        owners = OWNERS[state.table.mode]
        return "".join(letter for letter, own in zip(COLOURS, owners, strict=True) if own == seat)

    def side(self, state: State, seat: int) -> str:
        return colour_names(self.colours(state, seat))

    def grammar(self) -> str:
        return _(
            "A move is the field of the pawn that moves: a number, or a to c at home; "
            "“e” brings a pawn in."
        )

    # Moves ----------------------------------------------------------------------------------------
    def move_labels(
        self, state: State, texts: Sequence[str], words: Words, board: Callable[[], Diagram]
    ) -> list[str]:
        del board
        steps = {step.text: step for step in state.steps}
        return [self._offer(state, text, steps.get(text), words) for text in texts]

    def _offer(self, state: State, text: str, step: PawnStep | None, words: Words) -> str:
        if step is None:
            return self.click_label(text, words)
        return _step_text(state, step, move_pawn(state, step), words)

    def click_label(self, click: str, words: Words) -> str:
        if click.startswith("huff "):
            return _("the pawn on %(place)s goes back") % {"place": click.removeprefix("huff ")}
        return super().click_label(click, words)

    # Throws ---------------------------------------------------------------------------------------
    def lot_text(self, text: str, words: Words) -> str:
        return self.lot_outcome(text, words)

    def lot_sentence(self, text: str, words: Words) -> str:
        return _("The die shows %(face)s.") % {"face": self.lot_outcome(text, words)}

    def lot_outcome(self, text: str, words: Words) -> str:
        del words
        return text.removeprefix("roll ")

    def throws(
        self, acts: Sequence[PlyWithStates], names: Sequence[str], own: int | None, words: Words
    ) -> list[Throw]:
        turns: dict[int, TurnSummary] = {}
        for act in acts:
            state = act.before
            if act.seat == REFEREE:
                continue
            if why := leaving_reason(act.text):
                colour = self.colours(state, act.seat)[0]
                turns[-act.number] = TurnSummary(act.seat, colour, gone=why)
                continue
            seat = OWNERS[state.table.mode][state.turn]
            turn = turns.setdefault(state.turns, TurnSummary(seat, COLOURS[state.turn]))
            if act.seat == CHANCE:
                turn.faces.append(int(act.text.removeprefix("roll ")))
            else:
                turn.deeds.append(add_source_note(self._action_sentence(act, words), act.source))
        for turn in turns.values():
            if set(turn.deeds) == {_("no move")}:
                del turn.deeds[1:]
        return [turn.describe(names, own, words[turn.colour]) for turn in turns.values()]

    def row(self, act: PlyWithStates) -> tuple[int, str, str] | None:
        if act.seat in (CHANCE, REFEREE):
            return None
        if leaving_reason(act.text):
            return act.seat, self.colours(act.before, act.seat)[0], LEAVING_WORD
        step = _find_step(act)
        colour = COLOURS[act.before.turn]
        if step is None:
            return act.seat, colour, act.text if act.before.huff else f"{act.before.roll}: –"
        start, end = _place_names(step)
        return act.seat, colour, f"{act.before.roll}: {start}–{end}"

    def _action_sentence(self, act: PlyWithStates, words: Words) -> str:
        step = _find_step(act)
        if step is None:
            return _("no move") if act.text == "pass" else self.click_label(act.text, words)
        return _step_text(act.before, step, act.after.pawns, words)


def _find_step(act: PlyWithStates) -> PawnStep | None:
    """Return the step of a ply; None for a pass, or for a pawn that is sent back."""
    return next((step for step in act.before.steps if step.text == act.text), None)


def _place_names(step: PawnStep) -> tuple[str, str]:
    """Return the names of the places where a step begins and ends."""
    names = MOVE_NAMES[step.colour]
    return ("e" if step.source == WAITING else names[step.source]), names[step.target]


def _step_text(
    state: State, step: PawnStep, after: tuple[tuple[int, ...], ...], words: Words
) -> str:
    """Return a step with its effects as text; ``after`` are the pawns after it."""
    start, end = _place_names(step)
    said = _("%(start)s to %(end)s") % {"start": start, "end": end}
    if step.source == WAITING:
        said = _("a pawn comes in on %(place)s") % {"place": end}
    elif step.target < step.source:
        said = _("%(start)s back to %(end)s") % {"start": start, "end": end}
    if step.colour != state.turn:
        said = f"{words[COLOURS[step.colour]]}: {said}"
    thrown = _captured_colours(state, step, after)
    if thrown:
        back = {"move": said, "colour": words[COLOURS[thrown[0]]]}
        said = _("%(move)s, sending %(colour)s back") % back
    missed = Counter(move_pawn(state, step)[state.turn]) - Counter(after[state.turn])
    for progress in missed:
        place = {"move": said, "place": MOVE_NAMES[state.turn][progress]}
        said = _("%(move)s, and the pawn on %(place)s is huffed") % place
    return said


def _captured_colours(
    state: State, step: PawnStep, after: tuple[tuple[int, ...], ...]
) -> list[int]:
    """Return the colours whose pawns a step sent back."""
    return [
        colour
        for colour, (old, new) in enumerate(zip(state.pawns, after, strict=True))
        if colour != step.colour and new.count(WAITING) > old.count(WAITING)
    ]
