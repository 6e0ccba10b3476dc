"""Deletes old e-mails about matches, so that the outbox stays small (docs/emails.md)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from notifications.models import DeliveryEvent, Message
from notifications.models.message import BY_ADDRESS_KIND

RETENTION = timedelta(days=90)
BATCH_SIZE = 1_000
MAX_PER_HOUR = 20_000
MATCH_KINDS = (
    *("your_turn", "reminder", "match_started", "match_finished", "leg_finished", "order_played"),
    *("tie_offered", "take_back_asked", "pause_proposed", "flagged", "chat_digest"),
    *("daily_digest", "monthly_summary"),
)
State = Message.State
FINISHED_STATES = (State.SENT, State.FAILED, State.WITHDRAWN)


def delete_old_emails(now: datetime) -> int:
    """Delete the oldest e-mails about matches that were sent or withdrawn 90 days ago.

    Invitations by address are deleted even if they failed: their address may be that of nobody
    here. Other e-mails about tournaments, cases, rulings and logins stay, and so do all that failed
    or bounced. Returns how many were deleted; the rest waits for the next run.
    """
    before = now - RETENTION
    removed = 0
    old = Q(kind__in=MATCH_KINDS, failure_reason="")
    for which, order in (
        (old & Q(state__in=[State.SENT, State.MERGED], sent_at__lt=before), "sent_at"),
        (old & Q(state=State.PUSHED, pushed_at__lt=before), "pushed_at"),
        (old & Q(state=State.WITHDRAWN, withdrawn_at__lt=before), "withdrawn_at"),
        (Q(kind=BY_ADDRESS_KIND, state__in=FINISHED_STATES, created_at__lt=before), "created_at"),
    ):
        while removed < MAX_PER_HOUR and (found := _delete_batch(which, order)):
            removed += found
    return removed


@transaction.atomic
def _delete_batch(which: Q, order: str) -> int:
    """Delete a batch of e-mails with their events."""
    old = Message.objects.filter(which).order_by(order, "pk")
    keys = list(old.select_for_update(skip_locked=True).values_list("pk", flat=True)[:BATCH_SIZE])
    DeliveryEvent.objects.forget(keys)
    return Message.objects.filter(pk__in=keys).delete()[0]
