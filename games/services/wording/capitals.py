"""Words of a move as the beginning of a sentence."""

from __future__ import annotations

from django.utils.text import capfirst


def capitalize_move(words: str) -> str:
    """Begin with a capital, unless the first word is a place of the board, such as “b2”."""
    first, _space, _rest = words.partition(" ")
    return words if any(sign.isdigit() for sign in first) else capfirst(words)
