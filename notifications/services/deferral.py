"""Due e-mails that are not sent now: in quiet hours, on a busy day, or if empty."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F

from accounts.times.quiet_hours import next_waking
from notifications.kinds import get_kind
from notifications.models import DeliveryEvent, Message
from notifications.services import digest

State = Message.State


def merge_or_drop(message: Message, now: datetime) -> bool:
    """Put the e-mail into a digest on a busy day, or drop an empty digest; return whether."""
    if digest.merge_if_busy(message, now):
        return True
    empty = message.kind == digest.KIND and not message.merged.filter(state=State.MERGED)
    if empty:
        withdraw_claimed(message.pk, "nothing left in it", now)
    return empty


def defer_to_morning(message: Message, now: datetime) -> bool:
    """Postpone an e-mail that is due in quiet hours to the morning; return whether."""
    player = message.player
    if player is None or not get_kind(message.kind).waits:
        return False
    morning = next_waking(now, ZoneInfo(message.zone), player.quiet_from, player.quiet_to)
    if morning <= now:
        return False
    Message.objects.filter(pk=message.pk).update(
        due_at=morning,
        first_due_at=morning,
        failure_reason="",
        claimed_until=None,
        attempts=F("attempts") - 1,
    )
    return True


@transaction.atomic
def withdraw_claimed_emails(emails: Iterable[tuple[int, str]], now: datetime) -> None:
    """Withdraw claimed e-mails, given as (pk, reason)."""
    for number, why in emails:
        withdraw_claimed(number, why, now)


@transaction.atomic
def withdraw_claimed(number: int, why: str, now: datetime) -> None:
    """Withdraw a claimed e-mail that has nothing (more) to say."""
    Message.objects.filter(pk=number).update(
        state=State.WITHDRAWN, withdrawn_at=now, claimed_until=None
    )
    DeliveryEvent.objects.append(number, event=DeliveryEvent.Event.WITHDRAWN, at=now, detail=why)
