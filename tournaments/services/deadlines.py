"""When to warn that a deadline of a tournament comes near."""

from __future__ import annotations

from datetime import datetime, timedelta

WARN_BEFORE = timedelta(days=3)


def warns_at(opens: datetime, closes: datetime) -> datetime:
    """Return when to warn of an end: three days before, in the last third where time is short."""
    return closes - min(WARN_BEFORE, (closes - opens) / 3)
