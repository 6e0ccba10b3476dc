"""Quiet hours: when a player may be woken (pure)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


def next_waking(
    at: datetime, zone: ZoneInfo, quiet_from: time | None, quiet_to: time | None
) -> datetime:
    """Return ``at``, or the end of the quiet hours it falls into (the player's zone, DST included)."""
    if quiet_from is None or quiet_to is None or quiet_from == quiet_to:
        return at
    local = at.astimezone(zone)
    clock = local.time()
    overnight = quiet_from > quiet_to
    quiet = (clock >= quiet_from or clock < quiet_to) if overnight else quiet_from <= clock < quiet_to
    if not quiet:
        return at
    day = local.date() + timedelta(days=1 if overnight and clock >= quiet_from else 0)
    end = datetime.combine(day, quiet_to, tzinfo=zone).astimezone(UTC)
    return max(end, at)
