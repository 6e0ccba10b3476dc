"""Lead times of warnings and line-ups."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.times.calendar_days import add_wall_time

WARN_BEFORE = timedelta(days=3)
LINE_UP_LEAD = timedelta(days=2)  # line-ups are published this long before play


def warning_time(opens: datetime, closes: datetime, zone: ZoneInfo) -> datetime:
    """Return when to warn of an end: three days before, or in the last third of a short span."""
    return max(add_wall_time(closes, -WARN_BEFORE, zone), closes - (closes - opens) / 3)
