"""Invariants of every position of Mensch ärgere Dich nicht (rule book 6 and 7)."""

from collections.abc import Sequence
from typing import Final

from games.families.mensch.cross import FIELD, HOME, LAST, WAITING
from games.families.mensch.pawns import State
from games.rules.base import all_ints

PAWNS: Final = 4
MAX_LEFT: Final = 3
ENDINGS: Final = ("", "home", "last_left", "turn_limit")
_CAPTURES: Final = ("off", "enforce", "huff")


def is_valid_position(state: State, owners: Sequence[int], turns: int) -> bool:
    """Whether options, pawns, places and what is due are consistent."""
    seats = range(max(owners) + 1)
    if not all(type(each) is tuple for each in (state.huff, state.done, state.places, state.gone)):
        return False
    numbers = (state.turn, state.roll, state.left, state.turns)
    if not all_ints(*numbers, *state.huff, *state.done, *state.places, *state.gone):
        return False
    if not (_are_options_valid(state) and _are_pawns_valid(state) and state.ending in ENDINGS):
        return False
    if state.turn not in range(4) or not state.pawns[state.turn] or state.roll not in range(7):
        return False
    if not 0 <= state.left <= MAX_LEFT or not 0 <= state.turns <= turns:
        return False
    if (state.turns >= turns) != (state.ending == "turn_limit") and state.ending != "home":
        return False
    lists = ((state.done, range(4)), (state.places, seats), (state.gone, seats))
    if any(len(set(each)) != len(each) or not set(each) <= set(of) for each, of in lists):
        return False
    mover = owners[state.turn]
    return _is_huff_valid(state) and (
        bool(state.ending) or (mover >= 0 and mover not in state.gone)
    )


def _are_options_valid(state: State) -> bool:
    """Whether every option has a valid value."""
    mode, *switches, capture, places = state.table
    flags = (*switches, places)
    return all(type(each) is bool for each in flags) and capture in _CAPTURES and bool(mode)


def _are_pawns_valid(state: State) -> bool:
    """Whether four pawns of each colour are on possible fields, one per goal field."""
    played = (PAWNS, 0, PAWNS, 0) if state.table.mode == "two_colours" else (PAWNS,) * 4
    if tuple(map(len, state.pawns)) != played:
        return False
    fields: dict[int, set[int]] = {}
    for colour, own in enumerate(state.pawns):
        if not all_ints(*own) or list(own) != sorted(own):
            return False
        goal = [progress for progress in own if progress >= HOME]
        if len(set(goal)) != len(goal) or any(not WAITING <= each <= LAST for each in own):
            return False
        track = [progress for progress in own if 0 <= progress < HOME]
        if not state.table.pairs and len(set(track)) != len(track):
            return False
        if any(track.count(progress) > 2 for progress in track):
            return False
        for progress in set(track):
            fields.setdefault(FIELD[colour][progress], set()).add(colour)
    friends = ({0, 2}, {1, 3}) if state.table.mode == "team" else ()
    shared = [colours for colours in fields.values() if len(colours) > 1]
    return not state.turns or all(colours in friends for colours in shared)


def _is_huff_valid(state: State) -> bool:
    """Whether the pawns to be huffed are the mover's, after a roll."""
    own = state.pawns[state.turn]
    if not state.huff:
        return True
    fits = len(set(state.huff)) == len(state.huff) > 1 and set(state.huff) <= set(own)
    agreed = not state.turns or state.table.forced_capture == "huff"
    return fits and state.roll > 0 and not state.ending and agreed
