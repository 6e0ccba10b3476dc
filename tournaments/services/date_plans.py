"""Check the dates an organiser sets for the rounds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from tournaments.errors import PlanError

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

MAX_DURATION = timedelta(days=366)
YEARS = range(1900, 9000)  # in all zones, whatever the time of day


def check(plan: Plan, zone: ZoneInfo | None = None) -> None:
    """Refuse dates that are out of order, or more dates than there can be rounds.

    Dates are those of ``zone``, or of the zone in which the instants are given.
    """
    check_years(plan.round_dates)
    dates = [each.astimezone(zone) if zone else each for each in plan.round_dates]
    format_ = plan.event_format
    if not dates:
        return
    if not format_.has_rounds:
        raise PlanError("round_dates", "dates_without_rounds")
    if plan.at_once:
        raise PlanError("round_dates", "dates_at_once")
    if plan.starts_at is None:
        raise PlanError("starts_at", "dates_need_start")
    most = format_.max_rounds(plan, plan.most or format_.max_entrants())
    if len(dates) > most:
        raise PlanError("round_dates", "too_many_dates", limit=most, dates=len(dates))
    before, apart = plan.starts_at, format_.lead
    for line, begins in enumerate(dates, 1):
        _check_day(line, begins, before, apart)
        before, apart = begins, format_.lead + timedelta(days=1)


def check_years(dates: Iterable[datetime]) -> None:
    """Refuse years that do not exist in every time zone."""
    for line, day in enumerate(dates, 1):
        if day.year < YEARS.start:
            raise _bad_day("date_has_passed", line, day)
        if day.year >= YEARS.stop:
            raise _bad_day("dates_too_far", line, day, days=MAX_DURATION.days)


def _check_day(line: int, begins: datetime, before: datetime, apart: timedelta) -> None:
    """Require at least ``apart`` and at most a year between a round and what comes before it."""
    days = (begins.date() - before.astimezone(begins.tzinfo).date()).days
    if days < 0 or (days == 0 and line > 1):
        reason = "date_before_start" if line == 1 else "dates_do_not_rise"
        raise _bad_day(reason, line, begins)
    if days < apart.days:
        raise _bad_day("dates_too_close", line, begins, days=apart.days)
    if days > MAX_DURATION.days:
        raise _bad_day("dates_too_far", line, begins, days=MAX_DURATION.days)


def _bad_day(reason: str, line: int, begins: datetime, **more: object) -> PlanError:
    return PlanError("round_dates", reason, line=line, day=begins.date(), **more)
