"""Start the matches of open rounds, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from games.models import Ply
from games.services.play.matches import leave_match
from tournaments.models import Entrant, Fixture, FixtureSeat, Tournament
from tournaments.services.rounds import boards, results, team_rounds

MAX_FAILED = 10  # fixtures that may fail in one step; then the others wait, too


def start_fixture(tournament: Tournament, now: datetime, make_seed: Callable[[], str]) -> bool:
    """Start the match of one fixture of an open round; return False if there is none.

    A fixture that fails is skipped; if all fail, the first exception is raised.
    """
    failures: list[Exception] = []
    for fixture in _fixtures_to_start(tournament, now)[:MAX_FAILED]:
        try:
            with transaction.atomic():
                _start(tournament, fixture, now, make_seed())
        except Exception as failure:
            failures.append(failure)
        else:
            return True
    if failures:
        raise failures[0]
    return False


def _fixtures_to_start(tournament: Tournament, now: datetime) -> QuerySet[Fixture]:
    """Return the fixtures of open rounds that have no match yet, by round and board."""
    return (
        Fixture.objects.unsettled()
        .filter(round__division__tournament=tournament, match=None, round__opens_at__lte=now)
        .select_related("round__division")
        .order_by("round__number", "round__division", "board")
    )


def _start(tournament: Tournament, fixture: Fixture, now: datetime, seed: str) -> None:
    seats = list(
        FixtureSeat.objects.filter(fixture=fixture).select_related("entrant__player__user")
    )
    gone = {
        seat.entrant_id
        for seat in seats
        if seat.entrant.status == Entrant.Status.WITHDRAWN or seat.entrant.player.closed_at
    }
    if gone and fixture.meeting_id and team_rounds.seat_alternates(fixture, gone, now):
        return
    if gone and len(seats) - len(gone) < 2:
        results.forfeit_fixture(fixture, gone, now)
        return
    match = boards.start_board(tournament, fixture, now, seed)
    for seat in seats:
        if seat.entrant_id in gone:  # the others play on without them
            player, source = seat.entrant.player, Ply.Source.SERVER
            leave_match(match.pk, player, now=now, source=source)
