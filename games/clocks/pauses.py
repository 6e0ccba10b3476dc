"""When a player's clock does not run, as spans between two instants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

from accounts.times.quiet_hours import instant_of, zone_of
from games.rules.base import JSONObject

DAY = timedelta(days=1)
RUNNING = "running"
REASON_ORDER = (
    "outage",
    "referee",
    "agreed",
    "pause",
    "mail",
    "leave",
    "holidays",
    "weekend",
    "night",
)
Days = tuple[tuple[date, date], ...]
Spans = tuple[tuple[datetime, datetime], ...]
Pauses = tuple[tuple[datetime, datetime | None, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockPauses:
    """Everything that may stop one player's clock; the time control decides which of it counts.

    ``quiet`` is the first and last local time of the night, ``rest_days`` the days off (0 =
    Monday), ``leave`` first and last days of leave (inclusive), ``leave_spans`` leave that starts
    or ends within a day (booked or cancelled late). ``pauses`` always stop the clock; an end of
    None is open; reasons are "agreed", "referee", "outage" and "mail".
    """

    zone: ZoneInfo | str = "UTC"
    quiet: tuple[time, time] | None = None
    rest_days: frozenset[int] = frozenset()
    holidays: frozenset[date] = frozenset()
    leave: Days = ()
    leave_spans: Spans = ()
    pauses: Pauses = ()

    def to_json(self) -> JSONObject:
        """Return JSON (ISO dates and instants) from which a charge can be replayed.

        Empty fields are left out: most turns only have a zone.
        """
        given = {
            "zone": str(self.zone),
            "quiet": [clock.isoformat() for clock in self.quiet] if self.quiet else None,
            "rest_days": sorted(self.rest_days),
            "holidays": [day.isoformat() for day in sorted(self.holidays)],
            "leave": [[first.isoformat(), last.isoformat()] for first, last in self.leave],
            "leave_spans": [[_iso(first), _iso(last)] for first, last in self.leave_spans],
            "pauses": [
                [_iso(first), _iso(last) if last else None, reason]
                for first, last, reason in self.pauses
            ],
        }
        return {name: value for name, value in given.items() if value}

    @classmethod
    def from_json(cls, data: JSONObject) -> Self:
        quiet = data.get("quiet")
        day, instant = date.fromisoformat, datetime.fromisoformat
        return cls(
            zone=data["zone"],
            quiet=(time.fromisoformat(quiet[0]), time.fromisoformat(quiet[1])) if quiet else None,
            rest_days=frozenset(data.get("rest_days", ())),
            holidays=frozenset(day(text) for text in data.get("holidays", ())),
            leave=tuple((day(first), day(last)) for first, last in data.get("leave", ())),
            leave_spans=tuple((instant(a), instant(b)) for a, b in data.get("leave_spans", ())),
            pauses=tuple(
                (instant(a), instant(b) if b else None, c) for a, b, c in data.get("pauses", ())
            ),
        )


class Segment(NamedTuple):
    """A stretch of a turn: the clock was "running", or the reason why not."""

    start: datetime
    end: datetime
    reason: str


def utc(at: datetime) -> datetime:
    """Return the instant in UTC; ValueError if it is naive."""
    if at.utcoffset() is None:
        raise ValueError("an instant needs its zone")
    return at.astimezone(UTC)


def _iso(at: datetime) -> str:
    return utc(at).isoformat()


def never_runs(allowed: frozenset[str], stops: ClockPauses) -> bool:
    """Whether the days off cover the whole week."""
    return "weekend" in allowed and stops.rest_days >= frozenset(range(7))


def segments(
    allowed: frozenset[str], stops: ClockPauses, since: datetime, until: datetime
) -> Iterator[Segment]:
    """Yield the contiguous running and paused segments of [since, until], in order (UTC).

    Of several simultaneous reasons, the first in ``ORDER`` is given.
    """
    events: list[tuple[datetime, int, str]] = [(until, 0, RUNNING)]
    for start, end, reason in _pause_segments(allowed, stops, since, until):
        first, last = max(start, since), min(end, until)
        if first < last:
            events += [(first, 1, reason), (last, -1, reason)]
    standing: dict[str, int] = {}
    last_one: Segment | None = None
    for instant, step, reason in sorted(events):
        if since < instant:
            piece = Segment(since, instant, _first_reason(standing))
            since = instant
            if last_one and last_one.reason == piece.reason:
                piece = Segment(last_one.start, piece.end, piece.reason)
            elif last_one:
                yield last_one
            last_one = piece
        standing[reason] = standing.get(reason, 0) + step
    if last_one:
        yield last_one


def _first_reason(standing: dict[str, int]) -> str:
    held = [reason for reason, count in standing.items() if count]
    return min(held, key=_rank, default=RUNNING)


def _rank(reason: str) -> tuple[int, str]:
    """Sort key for reasons; unknown ones come last."""
    return (REASON_ORDER.index(reason) if reason in REASON_ORDER else len(REASON_ORDER), reason)


def _pause_segments(
    allowed: frozenset[str], stops: ClockPauses, since: datetime, until: datetime
) -> Iterator[Segment]:
    """Yield the pauses that may overlap [since, until], unordered and overlapping."""
    for start, end, reason in stops.pauses:
        yield Segment(utc(start), until if end is None else utc(end), reason)
    zone = zone_of(stops.zone)
    if "leave" in allowed:
        for begin, finish in stops.leave_spans:
            yield Segment(utc(begin), utc(finish), "leave")
        for first, last in stops.leave:
            yield Segment(_midnight(first, zone), _midnight(last + DAY, zone), "leave")
    if "holidays" in allowed:
        for day in stops.holidays:
            yield Segment(_midnight(day, zone), _midnight(day + DAY, zone), "holidays")
    if allowed & {"night", "weekend"}:
        yield from _weekly_segments(allowed, stops, _days(since, until, zone), zone)


def _weekly_segments(
    allowed: frozenset[str], stops: ClockPauses, days: Iterable[date], zone: ZoneInfo
) -> Iterator[Segment]:
    """Yield nights and days off that start on these local days.

    A night starts by local time and always lasts equally long, so that both daylight saving changes
    affect everybody alike.
    """
    for day in days:
        if "weekend" in allowed and day.weekday() in stops.rest_days:
            yield Segment(_midnight(day, zone), _midnight(day + DAY, zone), "weekend")
        if "night" in allowed and stops.quiet and stops.quiet[0] != stops.quiet[1]:
            start = instant_of(day, stops.quiet[0], zone)
            yield Segment(start, start + _quiet_duration(*stops.quiet), "night")


def _days(since: datetime, until: datetime, zone: ZoneInfo) -> Iterator[date]:
    """Yield the local days of [since, until] and the day before, whose night may extend into it."""
    first = since.astimezone(zone).date().toordinal() - 1
    for ordinal in range(first, until.astimezone(zone).date().toordinal() + 1):
        yield date.fromordinal(ordinal)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return instant_of(day, time(), zone)


def _quiet_duration(first: time, last: time) -> timedelta:
    """Return the length of quiet hours in local time."""
    face = datetime.combine(date.min, last) - datetime.combine(date.min, first)
    return face % DAY
