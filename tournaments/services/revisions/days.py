"""New dates for rounds that have not begun, and a new end for current ones."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime

from django.db.models import Max, Prefetch, QuerySet

from tournaments.errors import PlanError
from tournaments.models import Division, Revision, Round, Tournament
from tournaments.services import date_plans
from tournaments.services.emails import notices
from tournaments.services.plans import Plan, bad_plan
from tournaments.services.rounds import reviewing, round_dates

Span = tuple[datetime, datetime]


def check_dates(stands: Tournament, revised: Tournament, plan: Plan, now: datetime) -> None:
    """Refuse a new date for a round that has begun, and dates in the past."""
    try:
        _check_days(stands, revised, plan, now)
    except PlanError as error:
        raise bad_plan(error.field, error.code, **error.params) from error


def _check_days(stands: Tournament, revised: Tournament, plan: Plan, now: datetime) -> None:
    date_plans.check_years(revised.round_starts)
    begun = _count_begun_rounds(stands, now)
    days, old = revised.round_starts, round_dates.known_starts(stands)
    if days[:begun] != old[:begun] and days:
        raise PlanError("round_dates", "round_begun", rounds=begun)
    for line, day in enumerate(days[begun:], begun + 1):
        if day <= now:
            passed = day.astimezone(stands.zone).date()
            raise PlanError("round_dates", "date_has_passed", line=line, day=passed)
    begins = plan.starts_at or stands.started_at
    date_plans.check(replace(plan, starts_at=begins), stands.zone)


def move_rounds(stands: Tournament, revised: Tournament, now: datetime) -> None:
    """Move rounds and drafts that have not begun to their new dates.

    A round whose end differs from the plan, such as one extended by a referee, keeps it.
    """
    if stands.round_starts != revised.round_starts:
        reviewing.reschedule_drafts(revised, now)
    divisions = Division.objects.filter(tournament=revised)
    for division in divisions.prefetch_related(
        Prefetch("rounds", Round.objects.order_by("number").defer("engine_input"))
    ):
        rounds = list(division.rounds.all())
        was = round_dates.dates_of(stands, division)
        will = round_dates.dates_of(revised, division)
        plans = zip(
            rounds,
            round_dates.planned_spans(stands, was, rounds),
            round_dates.planned_spans(revised, will, rounds),
            strict=True,
        )
        for each, old, new in plans:
            if each.opens_at > now and old != new:
                _move(each, old, new)


def load_round_end(tournament: Tournament, now: datetime) -> None:
    """Set ``round_end`` to when the current rounds end; the most common end if they differ."""
    format_ = tournament.event_format
    tournament.round_end = None
    if tournament.is_running and not (format_.has_puzzles or format_.has_rungs):
        ends = Counter(_rounds_in_progress(tournament, now).values_list("closes_at", flat=True))
        tournament.round_end = ends.most_common(1)[0][0] if ends else None


def check_end(revised: Tournament, now: datetime) -> None:
    """Refuse an end that is past, too far off, or after the next round begins."""
    end = revised.round_end
    if end is None:
        raise bad_plan("round_end", "missing")
    if not now < end <= now + date_plans.MAX_DURATION:
        raise bad_plan("round_end", "end_not_ahead")
    ahead = [each for each in revised.round_starts if each > now]
    if not revised.round_starts:
        rounds = Round.objects.filter(division__tournament=revised, opens_at__gt=now)
        ahead = list(rounds.values_list("opens_at", flat=True))
    if ahead and end > min(ahead):
        begins = min(ahead).astimezone(revised.zone).date()
        raise bad_plan("round_end", "end_after_next", day=begins)


def move_end(tournament: Tournament, revision: Revision, before: datetime, now: datetime) -> None:
    """Move the end of current rounds, except those with an end of their own.

    The revision records the rounds moved, so that undoing it moves only those.
    """
    rounds = _rounds_in_progress(tournament, now).filter(closes_at=before).order_by("pk")
    if revision.undoes is not None:
        rounds = rounds.filter(pk__in=revision.undoes.moved)
    for each in rounds:
        each.closes_at, each.warned_at = tournament.round_end or before, None
        each.save(update_fields=["closes_at", "warned_at"])
        notices.withdraw_closing(tournament, each, now=now)
        revision.moved.append(each.pk)
    revision.save(update_fields=["moved"])


def _rounds_in_progress(tournament: Tournament, now: datetime) -> QuerySet[Round]:
    """Return the rounds that have begun and not ended."""
    rounds = Round.objects.filter(division__tournament=tournament, closed_at=None)
    return rounds.filter(opens_at__lte=now, closes_at__gt=now)


def _move(each: Round, old: Span, new: Span) -> None:
    """Set a round's new beginning and end, unless they already differed from the plan."""
    if each.opens_at == old[0]:
        each.opens_at = new[0]
    if each.closes_at == old[1]:
        each.closes_at = new[1]
    each.save(update_fields=["opens_at", "closes_at"])


def _count_begun_rounds(tournament: Tournament, now: datetime) -> int:
    """Return how many rounds have begun, groups and play-off counted together."""
    rounds = Round.objects.filter(division__tournament=tournament)
    last = {
        stage: int(
            rounds.filter(**more, division__stage=stage).aggregate(n=Max("number"))["n"] or 0
        )
        for stage, more in (
            (Division.Stage.MAIN, {}),
            (Division.Stage.PLAYOFF, {"opens_at__lte": now}),
        )
    }
    if last[Division.Stage.PLAYOFF]:
        return sum(last.values())
    main = rounds.filter(division__stage=Division.Stage.MAIN, opens_at__lte=now)
    return int(main.aggregate(n=Max("number"))["n"] or 0)
