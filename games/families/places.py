"""The places of a move, as the rules name them: which cells to click and which to mark."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.rules.base import MalformedMove, Move, Rules, State


def clicks_from_places(
    rules: Rules[State, Move], state: State | None, move: Move
) -> tuple[str, ...]:
    """Return the places of a move as its clicks; a move without places is a single button."""
    return rules.places(state, move) or (rules.spell(move),)


def cells_of_move(rules: Rules[State, Move], diagram: Diagram, move: Move) -> frozenset[str]:
    """Return the cells of a diagram that a move names."""
    return frozenset(rules.places(None, move)) & diagram.by_name.keys()


def read_move(rules: Rules[State, Move], text: str | None) -> Move | None:
    """Return the parsed move; None if there is none, or the viewer may not know it."""
    try:
        return None if text is None else rules.parse(text)
    except MalformedMove:
        return None
