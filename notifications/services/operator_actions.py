"""Operators' actions on failed e-mails."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from notifications.models import DeliveryEvent, Message
from notifications.services.outbox import record_event

Event = DeliveryEvent.Event
State = Message.State


@transaction.atomic
def retry(message: Message, now: datetime) -> bool:
    """Queue a failed e-mail again, due now and with all attempts."""
    back = Message.objects.filter(pk=message.pk, state=State.FAILED).update(
        state=State.QUEUED,
        due_at=now,
        first_due_at=now,
        attempts=0,
        claimed_until=None,
        failure_reason="",
    )
    if back:
        record_event(message, Event.RETRIED, now)
    return bool(back)


@transaction.atomic
def dismiss(message: Message, now: datetime) -> bool:
    gone = Message.objects.filter(pk=message.pk, state=State.FAILED).update(
        state=State.WITHDRAWN, withdrawn_at=now
    )
    if gone:
        record_event(message, Event.WITHDRAWN, now, "dismissed by an operator")
    return bool(gone)
