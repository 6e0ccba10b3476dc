"""How long before an event in a tournament it is announced or published."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.times.calendar_days import add_wall_time

WARN_BEFORE = timedelta(days=3)
LINE_UP = timedelta(days=2)  # so long stands a line-up before its matches begin


def warns_at(opens: datetime, closes: datetime, zone: ZoneInfo) -> datetime:
    """Return when to warn of an end: three days before, in the last third where time is short."""
    return max(add_wall_time(closes, -WARN_BEFORE, zone), closes - (closes - opens) / 3)
