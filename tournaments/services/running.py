"""The course of a season, step by step: every step is one transaction and can be taken again.

Workers call ``advance`` for whatever is due; after any pause it goes on where it stopped. A step
holds the lock of its tournament, so that two workers never take the same one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef

from games.models import Ply
from games.services.matches import resign_match
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.services import (
    boards,
    claims,
    contests,
    finals,
    ladders,
    letters,
    pairing,
    results,
    round_dates,
    seasons,
    team_rounds,
)
from tournaments.services.announcing import open_tournament
from tournaments.services.deadlines import WARN_BEFORE, warns_at
from tournaments.services.publishing import publish
from tournaments.services.starting import begin

logger = logging.getLogger(__name__)
BUDGET = 60.0  # seconds a run may take; the next one goes on
STEPS_AT_MOST = 2000
LOOK_AGAIN = timedelta(hours=1)

Step = Callable[[Tournament, datetime, Callable[[], str]], bool]


def advance_all(*, now: datetime, make_seed: Callable[[], str]) -> int:
    """Take every step that is due in any tournament; one that fails steps aside for the others."""
    due = Tournament.objects.filter(due_at__lte=now).order_by("due_at")
    done, begun = 0, monotonic()
    for pk in list(due.values_list("pk", flat=True)):
        if monotonic() - begun > BUDGET:
            break
        try:
            done += advance(pk, now=now, make_seed=make_seed)
        except Exception:
            logger.exception("tournament stepped aside", extra={"tournament": pk})
    return done


def advance(pk: int, *, now: datetime, make_seed: Callable[[], str]) -> int:
    """Take all steps that are due in one tournament; return how many."""
    for taken in range(STEPS_AT_MOST):
        if not _take_step(pk, now, make_seed):
            return taken
    return STEPS_AT_MOST


@transaction.atomic
def _take_step(pk: int, now: datetime, make_seed: Callable[[], str]) -> bool:
    """Take the first step that can be taken, or note when to look again."""
    tournament = open_tournament(pk)
    if tournament.due_at is None or tournament.due_at > now:
        return False
    steps = STEPS.get(tournament.status, ())
    if tournament.is_running and tournament.format == Tournament.Format.LADDER:
        steps = (_climb,)  # who plays, and when it ends, is up to people
    elif tournament.is_running and tournament.is_contest:
        steps = CONTEST
    if any(step(tournament, now, make_seed) for step in steps):
        return True
    tournament.due_at = _next_look(tournament, now)
    tournament.save(update_fields=["due_at"])
    return False


def _next_look(tournament: Tournament, now: datetime) -> datetime | None:
    """Return the next instant at which something happens without anybody's hand."""
    if tournament.is_open:
        return tournament.starts_at
    if not tournament.is_running:
        return None
    rounds = Round.objects.filter(division__tournament=tournament, closed_at=None)
    # should the news of a result have been lost on its way here
    moments = [now + LOOK_AGAIN, *claims.moments(tournament), *round_dates.moments(tournament)]
    for opens, closes, warned in rounds.values_list("opens_at", "closes_at", "warned_at"):
        moments += [opens, closes] + ([warns_at(opens, closes)] if warned is None else [])
    return min(moment for moment in moments if moment > now)


# Rounds -------------------------------------------------------------------------------------------
def _start_fixture(tournament: Tournament, now: datetime, make_seed: Callable[[], str]) -> bool:
    """Start the match of one fixture whose round is open; a withdrawn entrant forfeits it."""
    fixture = (
        Fixture.objects.unsettled()
        .filter(round__division__tournament=tournament, match=None, round__opens_at__lte=now)
        .select_related("round__division")
        .order_by("round__number", "round__division", "board")
        .first()
    )
    if fixture is None:
        return False
    seats = list(
        FixtureSeat.objects.filter(fixture=fixture).select_related("entrant__player__user")
    )
    gone = {
        seat.entrant_id
        for seat in seats
        if seat.entrant.status == Entrant.Status.WITHDRAWN or seat.entrant.player.closed_at
    }
    if gone and fixture.meeting_id and team_rounds.put_in_alternates(fixture, gone, now):
        return True
    if gone and len(seats) - len(gone) < 2:
        results.forfeit(fixture, gone, now)
        return True
    match = boards.start(tournament, fixture, now, make_seed())
    for seat in seats:
        if seat.entrant_id in gone:  # the others play on without him (C-11)
            player, source = seat.entrant.player, Ply.Source.SERVER
            resign_match(match.pk, player, now=now, source=source, for_good=True)
    return True


def _claims(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Let claims begin where a round has left a match unfinished, or put one before referees."""
    steps = (claims.drop_moot, claims.open_window, claims.refer)
    return any(step(tournament, now) for step in steps)


def _warn(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Tell those who still play that their round ends soon; once a round."""
    rounds = Round.objects.filter(
        division__tournament=tournament,
        closed_at=None,
        warned_at=None,
        closes_at__lte=now + WARN_BEFORE,
    )
    due = [each.pk for each in rounds if warns_at(each.opens_at, each.closes_at) <= now]
    if not due:
        return False
    Round.objects.filter(pk__in=due).update(warned_at=now)
    unsettled = FixtureSeat.objects.filter(
        fixture__round__in=due, fixture__settled_at=None, fixture__match__isnull=False
    ).select_related("entrant__player__user", "fixture__match", "fixture__round")
    own: dict[tuple[int, datetime], list[FixtureSeat]] = {}
    for seat in unsettled.order_by("fixture__round__number", "fixture__board", "seat"):
        own.setdefault((seat.entrant_id, seat.fixture.round.closes_at), []).append(seat)
    for seats in own.values():
        letters.tell_closing(tournament, seats, now=now)
    return True


def _close_round(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Close all rounds in which everything is settled."""
    unsettled = Fixture.objects.unsettled().filter(round=OuterRef("pk"))
    done = Round.objects.filter(~Exists(unsettled), division__tournament=tournament, closed_at=None)
    return bool(done.update(closed_at=now))


def _climb(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Move a ladder by the results that could not do so themselves, because its row was held."""
    return ladders.climb_all(tournament, now)


def _next_round(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Publish the next round of a division where the last one is closed or its time is over."""
    for division in Division.objects.filter(tournament=tournament, finished_at=None):
        last = Round.objects.filter(division=division).order_by("-number").first()
        if _is_ripe(tournament, division, last, now) and publish(tournament, division, now):
            return True
    return False


def _is_ripe(tournament: Tournament, division: Division, last: Round | None, now: datetime) -> bool:
    """Whether the next round may be published: the last one is over, its own day has come."""
    if last is None:
        return True
    over = last.closed_at is not None or _may_go_on(tournament, last, now)
    return over and not round_dates.keeps_waiting(tournament, division, last, now)


def _may_go_on(tournament: Tournament, last: Round, now: datetime) -> bool:
    """Whether the next round may be paired although a match of this one still runs.

    In a Swiss it counts as a tie for the pairing only, at tables of three or four for having met;
    teams have a table of their own; a knock-out waits for its winner.
    """
    going_on = tournament.format in (Tournament.Format.SWISS, Tournament.Format.PODS)
    before = round_dates.lead(tournament) if tournament.round_dates else timedelta(0)
    return (going_on or tournament.in_teams) and last.closes_at - before <= now


def _finish_division(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """End every division all of whose rounds are closed and for which no further one comes."""
    running = Round.objects.filter(division=OuterRef("pk"), closed_at=None)
    done = Division.objects.filter(~Exists(running), tournament=tournament, finished_at=None)
    over = [each.pk for each in done if not _awaits_its_day(tournament, each, now)]
    return bool(done.filter(pk__in=over).update(finished_at=now))


def _awaits_its_day(tournament: Tournament, division: Division, now: datetime) -> bool:
    """Whether a further round of a division comes on a day that its organiser has named."""
    last = Round.objects.filter(division=division).order_by("-number").first()
    if last is None or not round_dates.keeps_waiting(tournament, division, last, now):
        return False
    return last.number < pairing.rounds_in_all(tournament, division)


def _finish(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """End the season, or begin its play-off; tell everybody and announce the next season."""
    if Division.objects.filter(tournament=tournament, finished_at=None).exists():
        return False
    if seasons.begin_playoff(tournament, now):
        return True
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at = now
    tournament.due_at = None
    tournament.save(update_fields=["status", "finished_at", "due_at"])
    finals.keep_places(tournament)
    letters.tell_finished(tournament, now=now)
    if tournament.repeats:
        seasons.announce_next(tournament, now, _make_seed())
    return True


STEPS: dict[str, tuple[Step, ...]] = {
    Tournament.Status.OPEN: (begin,),
    Tournament.Status.RUNNING: (
        _start_fixture,
        _claims,
        _warn,
        _close_round,
        _next_round,
        _finish_division,
        _finish,
    ),
}
CONTEST: tuple[Step, ...] = (
    contests.settle_unplayed,
    contests.warn,
    _close_round,
    contests.open_boards,
    _finish_division,
    _finish,
)
