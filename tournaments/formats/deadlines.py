"""How long before an event in a tournament it is announced or published."""

from __future__ import annotations

from datetime import datetime, timedelta

WARN_BEFORE = timedelta(days=3)
LINE_UP = timedelta(days=2)  # so long stands a line-up before its matches begin


def warns_at(opens: datetime, closes: datetime) -> datetime:
    """Return when to warn of an end: three days before, in the last third where time is short."""
    return closes - min(WARN_BEFORE, (closes - opens) / 3)
