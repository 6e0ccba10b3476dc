"""What an organiser wishes of the days on which rounds begin."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from games.services.errors import Refused
from tournaments.models import Tournament
from tournaments.pairing.knockout import rounds_needed
from tournaments.services.deadlines import LINE_UP
from tournaments.services.team_plans import bad

if TYPE_CHECKING:
    from tournaments.services.plans import Plan

LONGEST = timedelta(days=366)
DATES_MOST = 80
WITHOUT = (Tournament.Format.LADDER, Tournament.Format.SOLITAIRE)
ALL_PUBLISHED_AT_START = (Tournament.Format.ROUND_ROBIN, Tournament.Format.DOUBLE)


def check(plan: Plan, most_entrants: int) -> None:
    """Every day comes after the one before, and no more of them than there can be rounds.

    ``most_entrants`` is how many can enter where the plan does not say.
    """
    dates, format_ = plan.round_dates, plan.format
    if not dates:
        return
    if format_ in WITHOUT:
        raise bad("round_dates", "dates_without_rounds")
    if plan.at_once:
        raise bad("round_dates", "dates_at_once")
    if plan.starts_at is None:
        raise bad("starts_at", "dates_need_start")
    most = rounds_at_most(plan, plan.most or most_entrants)
    if len(dates) > most:
        raise bad("round_dates", "too_many_dates", limit=most, dates=len(dates))
    apart = LINE_UP if plan.in_teams else timedelta(0)
    before = plan.starts_at
    for line, begins in enumerate(dates, 1):
        _check_day(line, begins, before, apart)
        before, apart = begins, (LINE_UP if plan.in_teams else timedelta(0)) + timedelta(days=1)


def _check_day(line: int, begins: datetime, before: datetime, apart: timedelta) -> None:
    """A round begins so long after what comes before, and within a year of it."""
    days = (begins.date() - before.astimezone(begins.tzinfo).date()).days
    if days < 0 or (days == 0 and line > 1):
        reason = "date_before_start" if line == 1 else "dates_do_not_rise"
        raise _bad_line(reason, line, begins)
    if days < apart.days:
        raise _bad_line("dates_too_close", line, begins, days=apart.days)
    if days > LONGEST.days:
        raise _bad_line("dates_too_far", line, begins, days=LONGEST.days)


def _bad_line(reason: str, line: int, begins: datetime, **more: Any) -> Refused:
    """Return the refusal of a day, naming its line."""
    return bad("round_dates", reason, line=line, day=begins.date(), **more)


def rounds_at_most(plan: Plan, most: int) -> int:
    """Return how many rounds such an event can have."""
    times = 2 if plan.format == Tournament.Format.DOUBLE or plan.twice else 1
    if plan.format == Tournament.Format.TEAM_MATCH:
        return times
    if plan.format == Tournament.Format.KNOCKOUT:
        return rounds_needed(most)
    everybody = plan.format in ALL_PUBLISHED_AT_START or plan.in_teams
    if everybody and not plan.division_size:
        return min(DATES_MOST, times * (most if most % 2 else most - 1))
    if plan.format in (Tournament.Format.SWISS, Tournament.Format.PODS):
        return plan.rounds or DATES_MOST
    return DATES_MOST
