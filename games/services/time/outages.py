"""Outages: no clock of any match runs while the timetable is silent (docs/clocks.md).

One row in ``Outage`` stops every clock, because every computation of a clock asks for those rows
and for the heartbeat in its own transaction. So nothing has to be credited match by match before a
flag may be settled; the stored deadlines follow later, in pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from accounts.naming import has_controls
from games import clocks
from games.models import Heartbeat, Match, Outage
from games.services.errors import Refused
from games.services.time import credit, downtime

MAX_SILENCE = timedelta(minutes=2)
MAX_AHEAD = timedelta(hours=1)  # a heartbeat further ahead was written by a wrong clock
MAX_SPAN = timedelta(days=31)
MAX_NOTE = 200
CANCELLED = timedelta(microseconds=1)  # what is left of an outage that was ended before it began
REASON = "outage"
TIMED_OUT = ("timeout", "timeout_tie", "no_show", "never_moved")
Span = tuple[datetime, datetime]
Pauses = tuple[tuple[datetime, datetime, str], ...]


@dataclass(frozen=True, slots=True)
class OutageStatus:
    """The outages as clocks see them: the last heartbeat, and the end of the latest outage."""

    heartbeat_at: datetime | None
    outage_until: datetime | None


def get_outage_status(match: Match) -> OutageStatus:
    """Return the heartbeat and the latest outage as this match's row was read."""
    row = vars(match)
    if "heartbeat_at" not in row:
        beat = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values_list("at", flat=True).first()
        ends = Outage.objects.order_by("-until").values_list("until", flat=True)
        row["heartbeat_at"], row["outage_until"] = beat, ends.first()
    return OutageStatus(row["heartbeat_at"], row["outage_until"])


def outage_pauses(
    match: Match, since: datetime, now: datetime
) -> tuple[tuple[datetime, datetime, str], ...]:
    """Return the outages during a turn, the present gap included."""
    seen, spans = get_outage_status(match), list[Span]()
    if seen.outage_until is not None and seen.outage_until > since:
        found = Outage.objects.filter(until__gt=since).order_by("since", "pk")
        spans += found.values_list("since", "until")
    beat = seen.heartbeat_at
    if beat is not None and now - beat > MAX_SILENCE:
        spans.append((beat, now))
    return tuple((start, end, REASON) for start, end in spans)


def postpone_by_outages(match: Match, since: datetime, until: datetime, now: datetime) -> datetime:
    """Return when a fixed span of a match ends: the time of outages since its start is added."""
    if until <= since:
        return until
    span = clocks.TimeControl(per_turn=until - since)
    pauses = clocks.ClockPauses(pauses=outage_pauses(match, since, now))
    return clocks.deadline(span, clocks.initial_budget(span), pauses, since) or until


def flags_settle_until(match: Match, now: datetime) -> datetime:
    """Return the instant up to which flags may be settled: the timetable ran until then.

    A flag that fell after the last heartbeat may yet turn out to have fallen in an outage.
    """
    beat = get_outage_status(match).heartbeat_at
    return now if beat is None else min(now, beat)


@transaction.atomic
def record_heartbeat(*, now: datetime) -> Outage | None:
    """Note that the timetable runs; a silence of more than two minutes before becomes an outage.

    Safe to call from any number of workers at once: the row's lock lets one of them find it.
    """
    found = _move_heartbeat(now)
    credit.credit_outages(now=now)
    return found


def _move_heartbeat(now: datetime) -> Outage | None:
    """Advance the heartbeat and record the gap before it as an outage."""
    row = Heartbeat.objects.select_for_update().filter(pk=Heartbeat.ONLY).first()
    if row is None:
        Heartbeat.objects.bulk_create([Heartbeat(pk=Heartbeat.ONLY, at=now)], ignore_conflicts=True)
        return None
    silence = now - row.at
    if timedelta(0) >= silence >= -MAX_AHEAD:
        return None
    found = None
    if silence > MAX_SILENCE:
        found = Outage(since=row.at, until=now, source=Outage.Source.HEARTBEAT, noted_at=now)
        found.save()
    row.at = now
    row.save(update_fields=["at"])
    return found


def forget_heartbeat() -> None:
    """Start without a heartbeat: who moves the clock by hand has no timetable to listen to."""
    Heartbeat.objects.all().delete()


def check_span(since: datetime, until: datetime, *, now: datetime) -> None:
    """Refuse a span that runs backwards, is longer than a month or lies more than a month away."""
    if until <= since:
        raise Refused("outage_backwards")
    if until - since > MAX_SPAN:
        raise Refused("outage_too_long", days=MAX_SPAN.days)
    if since < now - MAX_SPAN or until > now + MAX_SPAN:
        raise Refused("outage_too_far", days=MAX_SPAN.days)


def check_note(note: str) -> str:
    """Return the reason of an outage as one line, or refuse it."""
    words = " ".join(note.split())
    if has_controls(words):
        raise Refused("control_characters")
    if len(words) > MAX_NOTE:
        raise Refused("too_long", limit=MAX_NOTE, length=len(words))
    return words


@transaction.atomic
def enter_outage(
    since: datetime, until: datetime, *, note: str, by: Player | None, now: datetime
) -> Outage:
    """Record an outage by hand, past or announced; it may overlap others.

    An announced one is shown on every page, and those who would have to move in it get an e-mail.
    """
    check_span(since, until, now=now)
    words = check_note(note)
    source = Outage.Source.OPERATOR
    row = Outage(since=since, until=until, source=source, note=words, entered_by=by, noted_at=now)
    row.save()
    if until > now:
        downtime.notify_affected(row, now=now)
    credit.credit_outages(now=now)
    transaction.on_commit(partial(downtime.publish_downtimes, now=now))
    return row


@transaction.atomic
def end_outage(pk: int, *, now: datetime) -> Outage:
    """End an outage that is running or announced; elapsed time stays credited.

    Challenges and rounds that it has postponed end that much earlier, and players who were
    notified of it are notified again.
    """
    row = Outage.objects.select_for_update().get(pk=pk)
    if row.until <= now:
        raise Refused("outage_over")
    planned = row.until
    row.until = max(now, row.since + CANCELLED)
    row.checked_to, row.settled_at = 0, None
    row.save(update_fields=["until", "checked_to", "settled_at"])
    credit.shorten_credit(row, planned)
    downtime.notify_outage_over(row, now=now)
    transaction.on_commit(partial(downtime.publish_downtimes, now=now))
    return row


def silent_since(now: datetime) -> datetime | None:
    """Return the start of a gap in the timetable that is too long; None if it runs."""
    beat = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values_list("at", flat=True).first()
    return beat if beat is not None and now - beat > MAX_SILENCE else None


def heartbeat_age(now: datetime) -> timedelta | None:
    """Return how long ago the last heartbeat was; None if there has never been one."""
    beat = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values_list("at", flat=True).first()
    return None if beat is None else max(now - beat, timedelta(0))


def outages_since(since: datetime) -> list[Outage]:
    """Return the outages that ended later than this, the latest first; cancelled ones left out."""
    return list(Outage.objects.filter(until__gt=since).exclude(until__lte=F("since") + CANCELLED))


def matches_lost_during(outage: Outage) -> list[Match]:
    """Return the matches that ended by a time-out from its beginning until it was noted."""
    over = Match.objects.filter(finished_at__gte=outage.since, finished_at__lte=outage.noted_at)
    return list(over.filter(ending__in=TIMED_OUT).order_by("pk"))
