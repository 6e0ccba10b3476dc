"""The places of a move, as the rules name them: where it is clicked and where it is marked."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.rules.base import MalformedMove, Move, Rules, State


def click_places(rules: Rules[State, Move], state: State | None, move: Move) -> tuple[str, ...]:
    """Return the places of a move as its clicks; without any it is one button of its own."""
    return rules.places(state, move) or (rules.spell(move),)


def marked_places(rules: Rules[State, Move], diagram: Diagram, move: Move) -> frozenset[str]:
    """Return the cells of a board that a move names."""
    return frozenset(rules.places(None, move)) & diagram.by_name.keys()


def read_move(rules: Rules[State, Move], text: str | None) -> Move | None:
    """Return a move of the ledger; None if there is none, or a viewer may not know it."""
    try:
        return None if text is None else rules.parse(text)
    except MalformedMove:
        return None
