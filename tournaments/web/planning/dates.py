"""The dates of a tournament as initial data of forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from accounts.times.calendar_days import add_wall_time
from tournaments.services.rounds import round_dates
from tournaments.services.seasons import stages

if TYPE_CHECKING:
    from tournaments.models import Tournament


def dates_of(tournament: Tournament) -> dict[str, object]:
    """Return start, first days of rounds, and by how many weeks they were moved.

    Past dates are moved by whole weeks. The past start of a draft without round dates is left out,
    as it was never announced.
    """
    start, dates, now = tournament.starts_at, tournament.round_starts, timezone.now()
    weeks = 0
    if start is not None and start <= now:
        if dates or tournament.announced_at is not None:
            zone = tournament.zone
            weeks = round_dates.weeks_until(
                start, add_wall_time(now, stages.SEASON_BREAK, zone), zone
            )
            start, *rest = round_dates.shift_weeks((start, *dates), weeks, zone)
            dates = tuple(rest)
        else:
            start = None
    days = [timezone.localtime(each).date().isoformat() for each in dates]
    return {"starts_at": start, "round_dates": "\n".join(days), "moved_weeks": weeks}
