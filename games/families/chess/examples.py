"""Positions for the rules page."""

from __future__ import annotations

from games.diagrams.base import Diagram
from games.families.drawing import diagram_for
from games.families.positions import diagram_after
from games.rules import registry

_MIDDLEGAME_FEN = "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1"
_ENDGAME_FEN = "8/3p4/8/4P3/8/2k5/8/4K3 b - - 0 1"
# A FEN, and moves from there.
POSITIONS: dict[str, tuple[str, str]] = {
    "before_castling": (_MIDDLEGAME_FEN, ""),
    "castled": (_MIDDLEGAME_FEN, "e1g1 e8c8"),
    "passing": (_ENDGAME_FEN, "d7d5"),
    "passed": (_ENDGAME_FEN, "d7d5 e5d6"),
    "promoted": ("8/4P3/1k6/8/8/8/4K3/8 w - - 0 1", "e7e8q"),
    "stalemate": ("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1", "e6f7"),
}
# Moves from the start.
LINES = {"start": "", "after": "e2e4 e7e5 g1f3 b8c6 f1b5", "mate": "f2f3 e7e5 g2g4 d8h4"}


def pictures(key: str) -> dict[str, Diagram]:
    return {name: diagram_after(key, moves) for name, moves in LINES.items()} | {
        name: fen_diagram(*each) for name, each in POSITIONS.items()
    }


def cover(key: str) -> Diagram:
    return diagram_after(key, LINES["after"])


def fen_diagram(fen: str, moves: str = "") -> Diagram:
    """Return the drawing of a chess position after some moves."""
    rules = registry.get("chess")
    state, last = rules.load({"fen": fen, "seen": []}), None
    for word in moves.split():
        (seat,) = rules.awaited(state)
        last = word
        state = rules.play(state, seat, rules.parse(word))
    return diagram_for("chess", state, last=last)
