"""A ladder: whoever wins a challenge stands in front of whom they beat."""

from __future__ import annotations

from tournaments.formats.base import Format, Step


class Ladder(Format):
    """One round without end holds all matches; who plays, and when it ends, is up to people."""

    seats = frozenset({2})
    settled = {"tie_breaks": (), "division_size": 0, "promoted": 0}
    steps = (Step.RESIGN, Step.CLIMB)
    always_open = True
    has_rounds = tells_pairings = takes_claims = False
    has_rungs = True
