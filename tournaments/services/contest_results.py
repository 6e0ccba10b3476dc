"""What the result of a contest's match says besides its points."""

from __future__ import annotations

from games.daily_queries import line_of
from games.puzzles import sweeps
from tournaments.models import Fixture, FixtureSeat

PLAYED = (Fixture.Kind.PLAYED, Fixture.Kind.ADJUDICATED)


def measure(fixture: Fixture) -> None:
    """Write down in how many sweeps a puzzle was played; nothing where it was not."""
    counted = None
    if fixture.match_id is not None and fixture.kind in PLAYED:
        counted = len(sweeps(line_of(fixture.match_id)))
    FixtureSeat.objects.filter(fixture=fixture).update(sweeps=counted)
