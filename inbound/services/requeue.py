"""Reading again what was set aside, for operators."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from inbound.models import InboundMessage
from inbound.services.storage import READ_TASK
from notifications.worker import wake_worker

State = InboundMessage.State


@transaction.atomic
def requeue_message(pk: int, *, now: datetime) -> bool:
    """Put a message that was set aside back, with all attempts again."""
    aside = InboundMessage.objects.filter(pk=pk, state=State.SET_ASIDE)
    back = aside.update(
        state=State.RECEIVED, outcome="", code="", attempts=0, next_at=now, settled_at=None
    )
    if back:
        transaction.on_commit(lambda: wake_worker(READ_TASK), robust=True)
    return bool(back)
