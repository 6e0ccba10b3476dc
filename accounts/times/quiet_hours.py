"""Quiet hours: when a player is available (pure, shared by clocks and e-mails).

Wall-clock times meet two oddities a year.  Where clocks spring forward a time may not exist: it
then means the instant of the jump.  Where clocks fall back a time exists twice: quiet hours begin
at its first and end at its last occurrence, so that a night is never cut in two.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)


def zone_of(zone: ZoneInfo | str) -> ZoneInfo:
    """Return the zone for an IANA name or a zone. Raises ``ZoneInfoNotFoundError``."""
    return zone if isinstance(zone, ZoneInfo) else ZoneInfo(zone)


@lru_cache(maxsize=8192)
def instant_of(day: date, clock: time, zone: ZoneInfo, *, last: bool = False) -> datetime:
    """Return the UTC instant at which the zone's wall clock shows ``clock`` on ``day``.

    A time that exists twice gives its first (or, if asked, its last) occurrence; a time that is
    skipped gives the instant of the jump.
    """
    wall = datetime.combine(day, clock.replace(tzinfo=None), tzinfo=zone)
    early = wall.replace(fold=0).astimezone(UTC)
    late = wall.replace(fold=1).astimezone(UTC)
    if early > late:
        return _find_offset_change(late, early, zone)
    return late if last else early


def _find_offset_change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the first second in (before, after] with the zone's later offset."""
    new = after.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) // 2
        middle = middle.replace(microsecond=0)
        if middle <= before:
            break
        if middle.astimezone(zone).utcoffset() == new:
            after = middle
        else:
            before = middle
    return after.replace(microsecond=0)


def quiet_spans(
    first: date, last: date, zone: ZoneInfo, quiet_from: time | None, quiet_to: time | None
) -> Iterator[tuple[datetime, datetime]]:
    """Yield (start, end) of the quiet hours beginning on each local day from first to last.

    Equal times, or a missing one, mean that there are no quiet hours.
    """
    if quiet_from is None or quiet_to is None or quiet_from == quiet_to:
        return
    overnight = DAY if quiet_from > quiet_to else timedelta(0)
    for ordinal in range(first.toordinal(), last.toordinal() + 1):
        day = date.fromordinal(ordinal)
        start = instant_of(day, quiet_from, zone)
        end = instant_of(day + overnight, quiet_to, zone, last=True)
        if start < end:
            yield start, end


def next_waking(
    at: datetime, zone: ZoneInfo | str, quiet_from: time | None, quiet_to: time | None
) -> datetime:
    """Return ``at`` itself if the player is awake, else the end (UTC) of their quiet hours."""
    place = zone_of(zone)
    day = at.astimezone(place).date()
    waking = at
    for start, end in quiet_spans(day - DAY, day + DAY, place, quiet_from, quiet_to):
        if start <= waking < end:
            waking = end
    return waking


def last_waking_window(
    since: datetime,
    before: datetime,
    zone: ZoneInfo | str,
    quiet_from: time | None,
    quiet_to: time | None,
) -> tuple[datetime, datetime] | None:
    """Return the last part of [since, before) outside quiet hours; None if there is none."""
    place = zone_of(zone)
    end = before
    day = before.astimezone(place).date()
    while end > since:
        start = since
        for quiet_start, quiet_end in quiet_spans(day - 2 * DAY, day, place, quiet_from, quiet_to):
            if quiet_start < end <= quiet_end:
                end = quiet_start
                start = end
                break
            if quiet_end < end:
                start = max(start, quiet_end)
        if start < end:
            return start, end
        day = end.astimezone(place).date()
    return None
