"""Wall-clock arithmetic: days of a calendar, two of which a year have 23 or 25 hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.times.quiet_hours import instant_of


def add_wall_time(instant: datetime, span: timedelta, zone: ZoneInfo) -> datetime:
    """Return the UTC instant at which the zone's clock shows ``span`` more (or less).

    Whole days keep the time of day. A time that clocks skip in spring moves forward to the instant
    of the jump; one that exists twice in autumn is its first occurrence.
    """
    if not span:
        return instant
    wall = instant.astimezone(zone).replace(tzinfo=None) + span
    return instant_of(wall.date(), wall.time(), zone)


def wall_time_between(first: datetime, last: datetime, zone: ZoneInfo) -> timedelta:
    """Return the time that passes on the zone's clock between two instants."""
    wall = last.astimezone(zone).replace(tzinfo=None, fold=0)
    return wall - first.astimezone(zone).replace(tzinfo=None, fold=0)
