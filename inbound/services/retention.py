"""Retention: raw messages are kept for 30 days, their rows for a year."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from inbound.models import InboundMessage
from inbound.services.confirmation import CONFIRMATION_PERIOD

RAW_RETENTION = timedelta(days=30)
ROW_RETENTION = timedelta(days=365)
BATCH_SIZE = 2_000
State = InboundMessage.State
FINAL_STATES = (State.SETTLED, State.SET_ASIDE)


def delete_old_messages(now: datetime) -> int:
    """Settle unconfirmed messages, empty old ones, delete old rows; return how many."""
    rows = InboundMessage.objects
    stale = Q(state=State.HELD, settled_at__lt=now - CONFIRMATION_PERIOD)
    done = rows.filter(stale).update(state=State.SETTLED, code="not_confirmed")
    over = rows.filter(state__in=FINAL_STATES)
    old = over.filter(raw__isnull=False, settled_at__lt=now - RAW_RETENTION).order_by("settled_at")
    keys = list(old.values_list("pk", flat=True)[:BATCH_SIZE])
    done += over.filter(pk__in=keys).update(raw=None)  # unless requeued in the meantime
    gone = over.filter(raw=None, settled_at__lt=now - ROW_RETENTION)
    keys = list(gone.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
    return done + rows.filter(pk__in=keys).delete()[0]
