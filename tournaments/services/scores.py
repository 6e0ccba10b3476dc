"""The score of a fixture as data, independent of language."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.models import Fixture

TO_COME, RUNNING = "to_come", "running"
Column = tuple[int | None, ...]


class Score(NamedTuple):
    """Places and points by seat; ``state`` is ``RUNNING``, ``TO_COME`` or the kind of result."""

    state: str
    places: Column
    points: Column


def score_in(fixture: Fixture) -> Score:
    """Return the score of a fixture; byes are settled when they are paired."""
    seats = list(fixture.seats.all())
    if len(seats) != 1 and not fixture.is_settled:
        nothing = (None,) * len(seats)
        return Score(RUNNING if fixture.match_id else TO_COME, nothing, nothing)
    places = tuple(seat.place for seat in seats)
    return Score(str(fixture.kind), places, tuple(seat.points for seat in seats))
