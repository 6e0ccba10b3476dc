"""Standing orders in Mensch ärgere Dich nicht, such as "hit home front" (rule book 6.8).

Each word selects from the legal moves; the first word that finds one decides.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.families.mensch.cross import FIELD, HOME, TRACK, WAITING
from games.families.mensch.pawns import PawnStep, State, friendly_colours, move_pawn


def choose_move(state: State, words: Sequence[str]) -> str | None:
    """Return the move of the first word that applies; None for "hold" or if none applies.

    Words are `e` (enter), a move such as "17" or "a", `hit`, `front`, `rear`, `home` and `safe`. A
    roll with a single legal move needs no word.
    """
    if len(state.steps) == 1:
        return state.steps[0].text
    for word in words:
        if word == "hold":
            return None
        step = _step_for(state, word)
        if step is not None:
            return step.text
    return None


def _step_for(state: State, word: str) -> PawnStep | None:
    """Return the move that one word selects, or None."""
    choose = SELECTORS.get(word)
    if choose is not None:
        return choose(state)
    return next((step for step in state.steps if step.text == word), None)


def _enter(state: State) -> PawnStep | None:
    """Return the step that enters an own pawn."""
    return next((s for s in state.steps if s.source == WAITING and s.colour == state.turn), None)


def _hit(state: State) -> PawnStep | None:
    """Return the capture of the most advanced pawn."""
    able = [step for step in state.steps if step.captures]
    return max(able, key=lambda step: _captured_progress(state, step), default=None)


def _front(state: State) -> PawnStep | None:
    """Return a step of the most advanced pawn."""
    return max(state.steps, key=lambda step: step.source, default=None)


def _rear(state: State) -> PawnStep | None:
    """Return a step of the pawn that is furthest behind."""
    return min(state.steps, key=lambda step: step.source, default=None)


def _home(state: State) -> PawnStep | None:
    """Return a step into the goal or within it, by the most advanced pawn."""
    able = [step for step in state.steps if step.target >= HOME]
    return max(able, key=lambda step: step.source, default=None)


def _safe(state: State) -> PawnStep | None:
    """Return the step after which the fewest enemy pawns are one to six fields behind."""
    return min(
        state.steps, key=lambda step: (_count_threats(state, step), -step.source), default=None
    )


def _captured_progress(state: State, step: PawnStep) -> int:
    """Return the progress of the most advanced pawn that a step captures."""
    after = move_pawn(state, step)
    pairs = zip(state.pawns, after, strict=True)
    lost = [
        set(before) - set(own)
        for colour, (before, own) in enumerate(pairs)
        if colour != step.colour
    ]
    return max((progress for each in lost for progress in each), default=WAITING)


def _count_threats(state: State, step: PawnStep) -> int:
    """Return the number of enemy pawns one to six fields behind the target of a step."""
    if step.target >= HOME:
        return 0
    field, friends = FIELD[step.colour][step.target], friendly_colours(state.table, step.colour)
    return sum(
        1
        for colour, own in enumerate(move_pawn(state, step))
        if not friends >> colour & 1
        for progress in own
        if 0 <= progress < HOME and 1 <= (field - FIELD[colour][progress]) % TRACK <= 6
    )


SELECTORS: Final[Mapping[str, Callable[[State], PawnStep | None]]] = {
    "e": _enter,
    "enter": _enter,
    "hit": _hit,
    "front": _front,
    "rear": _rear,
    "home": _home,
    "safe": _safe,
}
