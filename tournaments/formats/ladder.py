from __future__ import annotations

from tournaments.formats.base import Format, HasRounds, Step


class Ladder(Format):
    """The winner of a challenge moves in front of the loser.

    All matches are in one round, which ends when the organiser ends the event.
    """

    seats = frozenset({2})
    settled = {"tie_breaks": (), "division_size": 0, "promoted": 0}
    steps = (Step.RESIGN, Step.CLIMB)
    always_open = True
    has_rounds = notifies_pairings = takes_claims = False
    has_rungs = True

    def rounds_of(self, size: int, course: HasRounds) -> int:
        del size, course
        return 0
