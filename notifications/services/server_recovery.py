"""Retries e-mails after an outage of the mail server, without waiting for their next attempt."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from notifications.models import DeliveryEvent, Message
from notifications.queries import last_sent_at
from notifications.services.outbox import record_event

PROBE_EVERY = timedelta(minutes=15)
BATCH_SIZE = 500
RETRY_DELAYS = (
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(hours=12),
    timedelta(hours=24),
)
State, FailureReason = Message.State, Message.FailureReason


def get_failure_reason(message: Message, failure_reason: str, now: datetime) -> str:
    """Return why sending failed, with a refusal put down to the server if it accepts nothing.

    A refusal counts only if the server has accepted another e-mail since the last failure of this
    one or, if it is to be given up, since the first. Failures before it was last put back do not
    count.
    """
    if failure_reason != FailureReason.REFUSED:
        return failure_reason
    failed = message.events.filter(event=DeliveryEvent.Event.FAILED).order_by("pk")
    before = failed.first() if message.attempts > len(RETRY_DELAYS) else failed.last()
    since = message.first_due_at if before is None else max(before.at, message.first_due_at)
    sent = last_sent_at(now)
    alive = sent is not None and sent > since
    return FailureReason.REFUSED if alive else FailureReason.SERVER


@transaction.atomic
def probe_server(now: datetime) -> bool:
    """Retry one of the e-mails that wait for the mail server from time to time.

    If it fails it waits again, which postpones the next probe. Within the total of RETRY_DELAYS a
    probe uses up no attempt.
    """
    if Message.objects.filter(_tried_after(now - PROBE_EVERY)).exists():
        return False
    waiting = Message.objects.resuming() | Message.objects.filter(_waiting_long(now))
    first = waiting.order_by("first_due_at", "pk").first()
    if first is None:
        return False
    attempts = len(RETRY_DELAYS) if first.state == State.FAILED else first.attempts
    if first.state == State.QUEUED and first.first_due_at > now - sum(RETRY_DELAYS, timedelta()):
        attempts -= 1
    if not waiting.filter(pk=first.pk).update(state=State.QUEUED, due_at=now, attempts=attempts):
        return False
    record_event(first, DeliveryEvent.Event.RETRIED, now, "is the mail server back?")
    return True


@transaction.atomic
def retry_after_outage(now: datetime) -> int:
    """Queue what waits for the mail server, which has just accepted an e-mail; return how many."""
    waiting = Message.objects.filter(_waiting_long(now)) | Message.objects.resuming()
    rows = list(
        waiting.select_for_update(skip_locked=True).order_by("first_due_at", "pk")[:BATCH_SIZE]
    )
    given_up = [row for row in rows if row.state == State.FAILED]
    lost = Message.objects.filter(pk__in=[row.pk for row in given_up])
    lost.update(state=State.QUEUED, attempts=0, first_due_at=now)
    Message.objects.filter(pk__in=[row.pk for row in rows]).update(due_at=now)
    DeliveryEvent.objects.bulk_create(
        DeliveryEvent(message=row, event=DeliveryEvent.Event.RETRIED, at=now) for row in given_up
    )
    return len(rows)


def _waiting_long(now: datetime) -> Q:
    """Match what waits for the server with a delay longer than PROBE_EVERY.

    Excludes what was tried less than PROBE_EVERY ago.
    """
    found = Q(pk=None)
    for attempts, wait in enumerate(RETRY_DELAYS, 1):
        if wait > PROBE_EVERY:
            found |= Q(attempts=attempts, due_at__gt=now, due_at__lte=now + wait - PROBE_EVERY)
    return found & Q(state=State.QUEUED, failure_reason=FailureReason.SERVER, claimed_until=None)


def _tried_after(since: datetime) -> Q:
    """Match what the server failed to accept at an attempt after ``since``."""
    found = Q(state=State.FAILED, due_at__gt=since)
    for attempts, wait in enumerate(RETRY_DELAYS, 1):
        found |= Q(state=State.QUEUED, attempts=attempts, due_at__gt=since + wait)
    return found & Q(failure_reason=FailureReason.SERVER)
