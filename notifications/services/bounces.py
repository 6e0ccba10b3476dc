"""Bounces: no further e-mails go to that address until its owner says otherwise."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from notifications.kinds import REFUSABLE
from notifications.models import EmailSettings, Message
from notifications.services import outbox


@transaction.atomic
def note_bounce(message: Message, now: datetime) -> None:
    """Record that the address bounces, and withdraw what is waiting for it."""
    if message.player_id is None:
        return
    EmailSettings.objects.update_or_create(
        player_id=message.player_id,
        defaults={"bounced_at": now, "bounced_address": message.address},
    )
    waiting = Message.objects.filter(
        player_id=message.player_id, address=message.address, kind__in=REFUSABLE
    )
    for key in waiting.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)


def note_failure(message: Message, now: datetime) -> None:
    """Record that an e-mail to this player was given up; their clocks are then updated."""
    if message.player_id is not None:
        EmailSettings.objects.update_or_create(
            player_id=message.player_id, defaults={"failed_at": now}
        )
