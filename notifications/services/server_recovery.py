"""When the mail server is back: failed e-mails are sent, and none waits for its next attempt."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from notifications.models import DeliveryEvent, Message
from notifications.queries import last_sent
from notifications.services.outbox import record_event

PROBE_EVERY = timedelta(minutes=15)
PIECE = 500
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
    """Return why sending an e-mail failed.

    A refusal says nothing about an e-mail as long as the server accepts no other, either: since
    its last failure, and if it is to be given up, since its first. Failures before it was put back
    to be sent as if it were new do not count.
    """
    if failure_reason != FailureReason.REFUSED:
        return failure_reason
    failed = message.events.filter(event=DeliveryEvent.Event.FAILED).order_by("pk")
    before = failed.first() if message.attempts > len(RETRY_DELAYS) else failed.last()
    since = message.first_due_at if before is None else max(before.at, message.first_due_at)
    sent = last_sent(now)
    alive = sent is not None and sent > since
    return FailureReason.REFUSED if alive else FailureReason.SERVER


@transaction.atomic
def probe_server(now: datetime) -> bool:
    """Try one of the e-mails that wait for the mail server, now and then, though none else is due.

    One that fails takes its place again, which puts off the next probe; it uses up no attempt
    as long as the first ones of it may last.
    """
    if Message.objects.filter(_tried_after(now - PROBE_EVERY)).exists():
        return False
    waiting = Message.objects.resuming() | Message.objects.filter(_waits_long(now))
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
    """Put back what waits for the mail server, which has just taken an e-mail; return how many."""
    waiting = Message.objects.filter(_waits_long(now)) | Message.objects.resuming()
    rows = list(waiting.select_for_update(skip_locked=True).order_by("first_due_at", "pk")[:PIECE])
    given_up = [row for row in rows if row.state == State.FAILED]
    lost = Message.objects.filter(pk__in=[row.pk for row in given_up])
    lost.update(state=State.QUEUED, attempts=0, first_due_at=now)
    Message.objects.filter(pk__in=[row.pk for row in rows]).update(due_at=now)
    DeliveryEvent.objects.bulk_create(
        DeliveryEvent(message=row, event=DeliveryEvent.Event.RETRIED, at=now) for row in given_up
    )
    return len(rows)


def _waits_long(now: datetime) -> Q:
    """Select what waits for the server at a step that lasts longer than PROBE_EVERY.

    Not what was tried less than that ago.
    """
    found = Q(pk=None)
    for attempts, wait in enumerate(RETRY_DELAYS, 1):
        if wait > PROBE_EVERY:
            found |= Q(attempts=attempts, due_at__gt=now, due_at__lte=now + wait - PROBE_EVERY)
    return found & Q(state=State.QUEUED, failure_reason=FailureReason.SERVER, claimed_until=None)


def _tried_after(since: datetime) -> Q:
    """Select what the server was away for at an attempt after ``since``."""
    found = Q(state=State.FAILED, due_at__gt=since)
    for attempts, wait in enumerate(RETRY_DELAYS, 1):
        found |= Q(state=State.QUEUED, attempts=attempts, due_at__gt=since + wait)
    return found & Q(failure_reason=FailureReason.SERVER)
