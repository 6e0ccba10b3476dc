"""Outages: no clock runs while the scheduler's heartbeat is missing (docs/clocks.md).

One row in ``Outage`` stops every clock, because every clock computation reads those rows and the
heartbeat in its own transaction. Nothing has to be credited match by match before a flag may be
settled; stored deadlines are updated later, in batches.
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
MAX_CLOCK_SKEW = timedelta(hours=1)  # a heartbeat further in the future comes from a wrong clock
MAX_SPAN = timedelta(days=31)
MAX_NOTE_LENGTH = 200
CANCELLED_LENGTH = timedelta(
    microseconds=1
)  # length of an outage that was cancelled before it began
REASON = "outage"
TIMEOUT_ENDINGS = ("timeout", "timeout_tie", "no_show", "never_moved")
Span = tuple[datetime, datetime]
Pauses = tuple[tuple[datetime, datetime, str], ...]


@dataclass(frozen=True, slots=True)
class OutageStatus:
    """The last heartbeat and the end of the latest outage."""

    heartbeat_at: datetime | None
    outage_until: datetime | None


def get_outage_status(match: Match) -> OutageStatus:
    """Return the outage status read with the match's row, or query and cache it there."""
    row = vars(match)
    if "heartbeat_at" not in row:
        beat = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values_list("at", flat=True).first()
        ends = Outage.objects.order_by("-until").values_list("until", flat=True)
        row["heartbeat_at"], row["outage_until"] = beat, ends.first()
    return OutageStatus(row["heartbeat_at"], row["outage_until"])


def outage_pauses(
    match: Match, since: datetime, now: datetime
) -> tuple[tuple[datetime, datetime, str], ...]:
    """Return the outages since ``since``, including a gap that is still open."""
    seen, spans = get_outage_status(match), list[Span]()
    if seen.outage_until is not None and seen.outage_until > since:
        found = Outage.objects.filter(until__gt=since).order_by("since", "pk")
        spans += found.values_list("since", "until")
    beat = seen.heartbeat_at
    if beat is not None and now - beat > MAX_SILENCE:
        spans.append((beat, now))
    return tuple((start, end, REASON) for start, end in spans)


def postpone_by_outages(match: Match, since: datetime, until: datetime, now: datetime) -> datetime:
    """Return ``until`` postponed by the outages since ``since``."""
    if until <= since:
        return until
    span = clocks.TimeControl(per_turn=until - since)
    pauses = clocks.ClockPauses(pauses=outage_pauses(match, since, now))
    return clocks.deadline(span, clocks.initial_budget(span), pauses, since) or until


def settleable_until(match: Match, now: datetime) -> datetime:
    """Return the instant up to which flags may be settled: the last heartbeat, at most ``now``.

    A flag that fell later may turn out to have fallen during an outage.
    """
    beat = get_outage_status(match).heartbeat_at
    return now if beat is None else min(now, beat)


@transaction.atomic
def record_heartbeat(*, now: datetime) -> Outage | None:
    """Record that the scheduler is running; a gap of more than MAX_SILENCE becomes an outage.

    Safe to call concurrently: the row's lock lets only one worker record the gap.
    """
    found = _advance_heartbeat(now)
    credit.credit_outages(now=now)
    return found


def _advance_heartbeat(now: datetime) -> Outage | None:
    """Advance the heartbeat; return the gap before it as a new outage, if there was one."""
    row = Heartbeat.objects.select_for_update().filter(pk=Heartbeat.ONLY).first()
    if row is None:
        Heartbeat.objects.bulk_create([Heartbeat(pk=Heartbeat.ONLY, at=now)], ignore_conflicts=True)
        return None
    silence = now - row.at
    if timedelta(0) >= silence >= -MAX_CLOCK_SKEW:
        return None
    found = None
    if silence > MAX_SILENCE:
        found = Outage(since=row.at, until=now, source=Outage.Source.HEARTBEAT, noted_at=now)
        found.save()
    row.at = now
    row.save(update_fields=["at"])
    return found


def delete_heartbeat() -> None:
    """Delete the heartbeat, for setups that set the clock manually and run no scheduler."""
    Heartbeat.objects.all().delete()


def check_span(since: datetime, until: datetime, *, now: datetime) -> None:
    """Refuse a span that runs backwards, is too long, or is too far from now."""
    if until <= since:
        raise Refused("outage_backwards")
    if until - since > MAX_SPAN:
        raise Refused("outage_too_long", days=MAX_SPAN.days)
    if since < now - MAX_SPAN or until > now + MAX_SPAN:
        raise Refused("outage_too_far", days=MAX_SPAN.days)


def clean_note(note: str) -> str:
    """Return the operator's note as one line, or refuse it."""
    words = " ".join(note.split())
    if has_controls(words):
        raise Refused("control_characters")
    if len(words) > MAX_NOTE_LENGTH:
        raise Refused("too_long", limit=MAX_NOTE_LENGTH, length=len(words))
    return words


@transaction.atomic
def enter_outage(
    since: datetime, until: datetime, *, note: str, by: Player | None, now: datetime
) -> Outage:
    """Record an outage entered by an operator, past or announced; it may overlap others.

    A future one is announced on every page, and affected players get an e-mail.
    """
    check_span(since, until, now=now)
    words = clean_note(note)
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
    """End a running or announced outage now; elapsed time stays credited.

    Postponed challenges and rounds end that much earlier, and notified players are notified again.
    """
    row = Outage.objects.select_for_update().get(pk=pk)
    if row.until <= now:
        raise Refused("outage_over")
    planned = row.until
    row.until = max(now, row.since + CANCELLED_LENGTH)
    row.checked_to, row.settled_at = 0, None
    row.save(update_fields=["until", "checked_to", "settled_at"])
    credit.revoke_excess_credit(row, planned)
    downtime.notify_outage_over(row, now=now)
    transaction.on_commit(partial(downtime.publish_downtimes, now=now))
    return row


def silent_since(now: datetime) -> datetime | None:
    """Return the start of the current gap in the heartbeat; None if it is recent or missing."""
    beat = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values_list("at", flat=True).first()
    return beat if beat is not None and now - beat > MAX_SILENCE else None


def heartbeat_age(now: datetime) -> timedelta | None:
    """Return the age of the last heartbeat; None if there has never been one."""
    beat = Heartbeat.objects.filter(pk=Heartbeat.ONLY).values_list("at", flat=True).first()
    return None if beat is None else max(now - beat, timedelta(0))


def outages_since(since: datetime) -> list[Outage]:
    """Return the outages that ended after ``since``, latest first, without cancelled ones."""
    return list(
        Outage.objects.filter(until__gt=since).exclude(until__lte=F("since") + CANCELLED_LENGTH)
    )


def matches_lost_during(outage: Outage) -> list[Match]:
    """Return the matches lost on time during an outage before it was recorded."""
    over = Match.objects.filter(finished_at__gte=outage.since, finished_at__lte=outage.noted_at)
    return list(over.filter(ending__in=TIMEOUT_ENDINGS).order_by("pk"))
