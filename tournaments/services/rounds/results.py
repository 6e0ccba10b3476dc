"""Results of fixtures: matches, forfeits, byes. A finished match settles its fixture.

Callers hold locks on the matches they end, perhaps of several tournaments (when an account is
closed). So nothing here waits for a locked tournament: its follow-up runs after the commit, or else
with its next step.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.db import transaction

from games.models import Match, Seat
from games.services.play.results import NO_SHOW
from tournaments.models import Division, Fixture, FixtureSeat, Round, Tournament
from tournaments.services.rounds import climbing, contests
from tournaments.services.tables import finals

WITHOUT_PLAY = frozenset({NO_SHOW, "forfeit"})
ADJUDICATED = "adjudicated"


@transaction.atomic
def record_result(match: Match, *, now: datetime) -> Fixture | None:
    """Copy the result of a finished match to its fixture; None if it has none.

    Runs in the transaction that ends the match and is idempotent. A match lost without play counts
    as forfeit; an annulled one does not count.
    """
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("round__division__tournament", "match")
        .filter(match=match)
        .first()
    )
    if fixture is None:
        return None
    at_the_table = {seat.number: seat for seat in Seat.objects.filter(match=match)}
    fixture.kind = _kind_of(match)
    annulled = fixture.kind == Fixture.Kind.ANNULLED
    fixture.climbed_at = None
    seats = list(FixtureSeat.objects.filter(fixture=fixture))
    for seat in seats:
        own = at_the_table[seat.seat]
        seat.place = _place(fixture, own.rank)
        seat.points = None if annulled else own.points
    FixtureSeat.objects.bulk_update(seats, ["place", "points"])
    save_settled(fixture, now)
    if fixture.round.division.tournament.event_format.has_puzzles:
        contests.record_sweeps(fixture)
    _follow_up_when_free(fixture.round.division.tournament_id, now)
    return fixture


def _place(fixture: Fixture, rank: int | None) -> int | None:
    """Return the place for a rank in the match; None for losing by forfeit."""
    if fixture.kind == Fixture.Kind.ANNULLED:
        return None
    return None if fixture.kind == Fixture.Kind.FORFEIT and rank != 1 else rank


def _follow_up_when_free(tournament_id: int, now: datetime) -> None:
    """Follow up now, or after the commit if the tournament is locked."""
    if not follow_up(tournament_id, now, wait=False):
        transaction.on_commit(partial(follow_up, tournament_id, now), robust=True)


def _kind_of(match: Match) -> Fixture.Kind:
    """Return how the result of a match came about."""
    if match.status == Match.Status.ANNULLED:
        return Fixture.Kind.ANNULLED
    if match.ending in WITHOUT_PLAY:
        return Fixture.Kind.FORFEIT
    adjudicated = match.ending == ADJUDICATED
    return Fixture.Kind.ADJUDICATED if adjudicated else Fixture.Kind.PLAYED


def reopen_fixture(match: Match, *, now: datetime) -> Fixture | None:
    """Clear a fixture's result, since a ruling lets its match run on; None if it has no fixture.

    In a running season its round is reopened, too.
    """
    fixture = (
        Fixture.objects.select_for_update(of=("self",))
        .select_related("round__division__tournament")
        .filter(match=match)
        .first()
    )
    if fixture is None:
        return None
    FixtureSeat.objects.filter(fixture=fixture).update(
        place=None, points=None, sweeps=None, left_open=False
    )
    fixture.kind, fixture.settled_at, fixture.climbed_at = Fixture.Kind.PLAYED, None, None
    fixture.save(update_fields=["kind", "settled_at", "climbed_at"])
    division = fixture.round.division
    if division.tournament.event_format.has_rungs:
        _follow_up_when_free(division.tournament_id, now)
    _make_due(division.tournament_id, now)  # locks the row before its rounds change
    if division.tournament.is_running:
        Round.objects.filter(pk=fixture.round_id).update(closed_at=None)
        Division.objects.filter(pk=division.pk).update(finished_at=None)
    return fixture


def save_settled(fixture: Fixture, now: datetime) -> None:
    """Save a fixture as settled."""
    fixture.settled_at = fixture.settled_at or now
    fixture.save(update_fields=["kind", "settled_at", "climbed_at"])


@transaction.atomic
def follow_up(tournament_id: int, now: datetime, *, wait: bool = True) -> bool:
    """Apply what a finished match means for its tournament; return False if that is locked.

    A running one becomes due, a ladder is climbed, and after the end the final places are updated.
    """
    held = Tournament.objects.select_for_update(of=("self",), skip_locked=not wait)
    tournament = held.filter(pk=tournament_id).first()
    if tournament is None:
        return False
    if tournament.status == Tournament.Status.FINISHED:
        finals.save_final_places(tournament)
    _make_due(tournament_id, now)
    if tournament.event_format.has_rungs:
        climbing.apply_results(tournament, now)
    return True


def _make_due(tournament_id: int, now: datetime) -> None:
    """Schedule a running tournament now."""
    Tournament.objects.filter(pk=tournament_id, status=Tournament.Status.RUNNING).update(due_at=now)


def forfeit_fixture(fixture: Fixture, losers: set[int], now: datetime) -> None:
    """Settle a fixture that will not be played; ``losers`` are pks of entrants and may be all.

    Forfeiting entrants get no place, so two of them do not share one.
    """
    seats = list(FixtureSeat.objects.filter(fixture=fixture))
    for seat in seats:
        seat.place = None if seat.entrant_id in losers else 1
        seat.points = 0
    FixtureSeat.objects.bulk_update(seats, ["place", "points"])
    fixture.kind = Fixture.Kind.FORFEIT
    save_settled(fixture, now)
