from __future__ import annotations

from games.diagrams.base import Diagram
from games.diagrams.boards import plain_board
from games.families.draughts.board import HUFF, NAMES, Ply, Position
from games.families.draughts.rules import Draughts
from games.families.places import clicks_from_places
from games.rules.grid import bit_indexes


def draw(_: Draughts, state: Position) -> Diagram:
    pieces = {
        NAMES[square]: "wb"[seat] + "K" * (state.kings >> square & 1)
        for seat in (0, 1)
        for square in bit_indexes(state.pieces[seat])
    }
    return plain_board(8, 8, pieces, ground="squares")


def clicks(rules: Draughts, state: Position | None, move: Ply) -> tuple[str, ...]:
    """Return the squares of a move; a huff is a single button."""
    return (rules.spell(move),) if move[0] == HUFF else clicks_from_places(rules, state, move)
