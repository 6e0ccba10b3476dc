"""Draws the cross of Mensch ärgere Dich nicht, with the die beside the yard of its colour."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.diagrams.base import Cell, Diagram, Die, reading_order
from games.families.mensch.cross import COLOURS, LAYOUT, WAITING, pawns_by_place, place_of
from games.families.mensch.pawns import State
from games.families.mensch.rules import Mensch

ENTRIES: Final = {"0": "Y", "10": "G", "20": "R", "30": "B"}

# The top left corner of the die, beside the yard of each colour.
_DIE_POSITIONS: Final = {"Y": (2.25, 2.25), "G": (7.25, 2.25), "R": (7.25, 7.25), "B": (2.25, 7.25)}


def draw(rules: Mensch, state: State) -> Diagram:
    there = pawns_by_place(state.pawns)
    cells = [_cell(place, x, y, there.get(place, "")) for place, (x, y) in LAYOUT.items()]
    return Diagram(
        (11, 11),
        reading_order(cells),
        ground="track",
        drawn=rules.letters(state),
        die=_die(state),
    )


def arrivals(before: State, after: State) -> frozenset[str]:
    """Return the fields that pawns have moved to; yards are left out."""
    found = set()
    for colour, (old, new) in enumerate(zip(before.pawns, after.pawns, strict=True)):
        fresh = Counter(new) - Counter(old)
        found |= {place_of(colour, progress) for progress in fresh if progress != WAITING}
    return frozenset(found)


def _cell(place: str, x: int, y: int, men: str) -> Cell:
    """Return the cell of one place: fields are marked by number, goal fields by letter."""
    own = place[0] in COLOURS
    mark = (place[1:] if place[1:].isalpha() else "") if own else place
    return Cell(
        place,
        x,
        y,
        men[:1],
        others=tuple(men[1:]),
        tint=ENTRIES.get(place, place[0] if own else ""),
        mark=mark,
    )


def _die(state: State) -> Die | None:
    """Return the roll still to be used, or None."""
    if not state.roll or state.ending:
        return None
    tint = COLOURS[state.turn]
    return Die(tint, state.roll, *_DIE_POSITIONS[tint])
