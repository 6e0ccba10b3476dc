"""The course of a season: every step is one transaction and idempotent.

Workers call ``advance`` for due tournaments; it resumes where it stopped. A step locks its
tournament. Steps that fail or take too long are retried with back-off, after those of other
tournaments (``attempts``).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from time import monotonic

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.times.calendar_days import add_wall_time
from tournaments.formats.base import Step as Phase
from tournaments.formats.deadlines import WARN_BEFORE, warning_time
from tournaments.models import Division, Fixture, FixtureSeat, Round, RoundDraft, Tournament
from tournaments.services.emails import notices
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.entries import places
from tournaments.services.entries.leaving import resign_next_withdrawn
from tournaments.services.locks import lock_tournament
from tournaments.services.reserving import reserve_puzzles
from tournaments.services.rounds import climbing, contests, pairing, round_dates, tree_boards
from tournaments.services.rounds.ending import finish
from tournaments.services.rounds.publishing import publish
from tournaments.services.rounds.starts import start_fixture
from tournaments.services.seasons import attempts, outage_shift, stages
from tournaments.services.seasons.starting import start_if_due
from tournaments.services.seasons.time_limit import time_limit

RUN_SECONDS = 60.0  # seconds per run
SLICE_SECONDS = 10.0  # seconds per tournament before the others get a turn
MAX_STEP_SECONDS = 100.0  # seconds per step; with the budget well within the task's limit
MAX_STEPS = 2000
CHECK_INTERVAL = timedelta(hours=1)

Step = Callable[[Tournament, datetime, Callable[[], str]], bool]


def advance_all(*, now: datetime, make_seed: Callable[[], str]) -> int:
    """Take all due steps of all tournaments in time slices, as far as the budget allows.

    Tournaments that fail or take too long come last (``attempts``); those with more steps than fit
    into a slice queue again.
    """
    outage_shift.apply_outages(now=now)
    done, begun = 0, monotonic()
    waiting = deque(attempts.due_tournaments(now))
    while waiting and monotonic() - begun < RUN_SECONDS:
        pk = waiting.popleft()
        taken = attempts.run_attempt(pk, partial(_advance_slice, pk, now, make_seed), now=now)
        done += taken
        if taken:
            waiting.append(pk)
    return done


def _advance_slice(pk: int, now: datetime, make_seed: Callable[[], str]) -> int:
    """Take steps of one tournament until none is left or its slice is over; return how many."""
    return advance(pk, now=now, make_seed=make_seed, until=monotonic() + SLICE_SECONDS)


def advance(
    pk: int, *, now: datetime, make_seed: Callable[[], str], until: float = math.inf
) -> int:
    """Take all due steps of one tournament; return how many.

    With ``until`` (monotonic clock) at least one step is taken, and none while the tournament is
    locked elsewhere.
    """
    for taken in range(MAX_STEPS):
        if taken and monotonic() >= until:
            return taken
        with time_limit(MAX_STEP_SECONDS):
            if not _take_step(pk, now, make_seed, wait=until == math.inf):
                return taken
    return MAX_STEPS


@transaction.atomic
def _take_step(pk: int, now: datetime, make_seed: Callable[[], str], *, wait: bool = True) -> bool:
    """Take the first possible step, or set when to look again."""
    tournament = lock_tournament(pk) if wait else attempts.try_lock_tournament(pk, wait=False)
    if tournament is None or tournament.due_at is None or tournament.due_at > now:
        return False
    steps = _steps(tournament)
    if any(step(tournament, now, make_seed) for step in steps):
        return True
    tournament.due_at = _next_due_at(tournament, now)
    tournament.save(update_fields=["due_at"])
    return False


def _steps(tournament: Tournament) -> tuple[Step, ...]:
    """Return the possible steps of a tournament now, in order."""
    if tournament.is_open:
        return (start_if_due,)
    named = tournament.event_format.steps if tournament.is_running else ()
    return tuple(STEPS[each] for each in named)


def _next_due_at(tournament: Tournament, now: datetime) -> datetime | None:
    """Return when the tournament next has to be looked at, or None."""
    if tournament.is_open:
        return places.get_next_due_at(tournament, now)
    if not tournament.is_running:
        return None
    zone = tournament.zone
    rounds = Round.objects.filter(division__tournament=tournament, closed_at=None)
    # in case the notice of a result is lost
    moments = [now + CHECK_INTERVAL, *round_dates.pairing_instants(tournament)]
    tried = Division.objects.filter(tournament=tournament, unpaired_until__gt=now)
    moments += [each for each in tried.values_list("unpaired_until", flat=True) if each]
    for opens, closes, warned in rounds.values_list("opens_at", "closes_at", "warned_at"):
        moments += [opens, closes] + ([warning_time(opens, closes, zone)] if warned is None else [])
    return min(moment for moment in moments if moment > now)


# Rounds -------------------------------------------------------------------------------------------
def _notify_closing(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Notify players with running matches that their round ends soon; once per round."""
    zone = tournament.zone
    rounds = Round.objects.filter(
        division__tournament=tournament,
        closed_at=None,
        warned_at=None,
        closes_at__lte=add_wall_time(now, WARN_BEFORE, zone),
    )
    due = [each.pk for each in rounds if warning_time(each.opens_at, each.closes_at, zone) <= now]
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
        notices.notify_closing(tournament, seats, now=now)
    return True


def _close_round(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Close all rounds in which everything is settled.

    A skipped round lasts its time, so that absent players can return for the next one, unless
    nobody is left who could play.
    """
    unsettled = Fixture.objects.unsettled().filter(round=OuterRef("pk"))
    done = Round.objects.filter(~Exists(unsettled), division__tournament=tournament, closed_at=None)
    if tournament.late_entry or entry_kind_of(tournament).left(tournament) > 1:
        done = done.exclude(note=Round.SKIPPED, closes_at__gt=now)
    return bool(done.update(closed_at=now))


def _apply_ladder_results(
    tournament: Tournament, now: datetime, _make_seed: Callable[[], str]
) -> bool:
    """Apply results to a ladder that was locked when they came in."""
    return climbing.apply_results(tournament, now)


def _publish_next_round(
    tournament: Tournament, now: datetime, _make_seed: Callable[[], str]
) -> bool:
    """Publish the next round of a division whose last one is closed or out of time."""
    failures: list[Exception] = []
    own = Division.objects.filter(tournament=tournament, finished_at=None)
    for division in (each for each in own if not each.is_decided(now)):
        last = Round.objects.filter(division=division).order_by("-number").first()
        try:
            with transaction.atomic():
                if tree_boards.seat_qualified(tournament, division, now):
                    return True
                if _is_ready(tournament, division, last, now) and publish(
                    tournament, division, now
                ):
                    return True
        except Exception as failure:  # the other divisions continue
            failures.append(failure)
    if failures:
        raise failures[0]
    return False


def _is_ready(
    tournament: Tournament, division: Division, last: Round | None, now: datetime
) -> bool:
    """Whether the last round is over and the day of the next one has come."""
    if last is None:
        return True
    over = last.closed_at is not None or _can_pair_next(tournament, last, now)
    return over and not round_dates.is_before_publication(tournament, division, last, now)


def _can_pair_next(tournament: Tournament, last: Round, now: datetime) -> bool:
    """Whether the next round may be paired while a match of this one is running.

    In a Swiss it counts as a draw, and at tables of three or four as a meeting, for the pairing
    only. Teams have a schedule. A knock-out waits for its winner.
    """
    format_ = tournament.event_format
    before = format_.lead - format_.pause if tournament.round_dates else timedelta(0)
    return format_.goes_on and add_wall_time(last.closes_at, -before, tournament.zone) <= now


def _finish_division(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Finish divisions whose rounds are all closed and that have no further one."""
    running = Round.objects.filter(division=OuterRef("pk"), closed_at=None)
    done = Division.objects.filter(~Exists(running), tournament=tournament, finished_at=None)
    over = [each.pk for each in done if not _has_further_round(tournament, each, now)]
    return bool(done.filter(pk__in=over).update(finished_at=now))


def _has_further_round(tournament: Tournament, division: Division, now: datetime) -> bool:
    """Whether a further round has a date, a draft, or is still being tried."""
    if division.unpaired_until is not None:
        return not division.is_decided(now)
    if RoundDraft.objects.filter(division=division).exists():
        return True
    last = Round.objects.filter(division=division).order_by("-number").first()
    if last is None or not round_dates.is_before_publication(tournament, division, last, now):
        return False
    return last.number < pairing.total_rounds(tournament, division)


def _finish_season(tournament: Tournament, now: datetime, _make_seed: Callable[[], str]) -> bool:
    """Begin the play-off, or finish the season and open the next one."""
    if Division.objects.filter(tournament=tournament, finished_at=None).exists():
        return False
    if stages.begin_playoff(tournament, now):
        return True
    finish(tournament, now)
    reserve_puzzles(tournament)
    if tournament.repeats:
        stages.open_next_season(tournament, now, _make_seed())
    return True


STEPS: dict[Phase, Step] = {
    Phase.RESIGN: resign_next_withdrawn,
    Phase.START: start_fixture,
    Phase.WARN: _notify_closing,
    Phase.CLOSE: _close_round,
    Phase.PUBLISH: _publish_next_round,
    Phase.END_DIVISIONS: _finish_division,
    Phase.FINISH: _finish_season,
    Phase.CLIMB: _apply_ladder_results,
    Phase.SETTLE_PUZZLES: contests.settle_unplayed,
    Phase.WARN_OF_PUZZLES: contests.notify_of_closing,
    Phase.OPEN_BOARDS: contests.publish_attempts_when_over,
}
