"""The clicks that make up a move, in order: cells of the board, chips of the pool, buttons.

Moves that share their first clicks form a tree of prefixes.
"""

from __future__ import annotations

from games.families.places import read_move
from games.families.registry import family_of
from games.rules import registry
from games.rules.base import AnyState


def clicks(key: str, text: str, state: AnyState = None) -> tuple[str, ...]:
    """Return the clicks of a spelled move; `state` is needed if the text names no cells."""
    rules = registry.get(key)
    move = read_move(rules, text)
    return (text,) if move is None else family_of(key).clicks(rules, state, move)
