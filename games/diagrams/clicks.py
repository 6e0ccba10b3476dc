"""The clicks that make up a move: places on the board, chips of the pool, buttons, in order."""

from __future__ import annotations

import re
from typing import Any

from games.diagrams.mensch import place_of
from games.rules.cross import NAMES

_PLACE = re.compile(r"[a-z]\d{1,2}")


def clicks(key: str, text: str, state: Any = None) -> tuple[str, ...]:
    """Return the clicks of a move as spelled; a move without places is one button of its own.

    A chip of the pool is "pool Y". Several moves may share their first clicks: together they are
    a tree of prefixes. Where a move's text alone does not say its places, `state` does.
    """
    if key.startswith("mensch"):
        return _pawn(text, state)
    if key.endswith(".bag"):
        return _bag(text)
    if text.startswith("huff"):
        return (text,)
    places = _PLACE.findall(text)
    if key == "chess" and len(text) > 4:  # what the pawn becomes
        places.append(text[4])
    if "=" in text:
        return (places[0], text)  # a die turned where it stands
    return tuple(places) or (text,)


def _bag(text: str) -> tuple[str, ...]:
    """Return the clicks of a move with the bag: the cell, then the chip of the pool."""
    first, _blank, rest = text.partition(" ")
    if first == "take":
        return (f"pool {rest}",)
    if first == "slide" or not rest:
        return (text,)
    return (first, f"pool {rest}")


def _pawn(text: str, state: Any) -> tuple[str, ...]:
    """Return the pawn that moves and the place where it goes; one pawn that is sent back."""
    for step in state.steps:
        if step.text == text:
            return place_of(step.colour, step.source), place_of(step.colour, step.target)
    for progress in state.huff:
        if text == f"huff {NAMES[state.turn][progress]}":
            return (place_of(state.turn, progress),)
    return (text,)
