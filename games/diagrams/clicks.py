"""The clicks that make up a move: places on the board, chips of the pool, buttons, in order."""

from __future__ import annotations

import re

_PLACE = re.compile(r"[a-z]\d{1,2}")


def clicks(key: str, text: str) -> tuple[str, ...]:
    """Return the clicks of a move as spelled; a move without places is one button of its own.

    A chip of the pool is "pool Y". Several moves may share their first clicks: together they are
    a tree of prefixes.
    """
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
