"""Bounces: no more e-mails go to an address until its owner asks for them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from notifications.kinds import REFUSABLE
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.services import outbox
from notifications.signals import spam_reported

MAX_SOFT_BOUNCES = 3
SOFT_BOUNCE_PERIOD = timedelta(days=14)


@transaction.atomic
def record_bounce(message: Message, now: datetime) -> None:
    """Record since when the address bounces, and withdraw the e-mails waiting for it.

    A bounce of a former address says nothing about the current one.
    """
    if message.player_id is None:
        return
    if _is_current_address(message):
        EmailSettings.objects.get_or_create(player_id=message.player_id)
        own = EmailSettings.objects.filter(player_id=message.player_id)
        own.exclude(bounced_address=message.address, bounced_at__isnull=False).update(
            bounced_at=now, bounced_address=message.address
        )
        mark_unreached(message, now)
    waiting = Message.objects.filter(
        player_id=message.player_id, address=message.address, kind__in=REFUSABLE
    )
    for key in waiting.unsent().order_by("pk").values_list("key", flat=True):
        outbox.withdraw(key, now=now)


@transaction.atomic
def record_returned_email(message: Message, now: datetime, *, hard: bool, detail: str) -> None:
    """Record the bounce of a sent e-mail; the third soft bounce in a row counts as hard."""
    outbox.record_event(message, DeliveryEvent.Event.BOUNCED, now, detail)
    if message.player_id is None:
        return
    own, _made = EmailSettings.objects.select_for_update().get_or_create(
        player_id=message.player_id
    )
    if not hard and not _is_current_address(message):
        return
    if not hard:
        first = own.soft_since is None or now - own.soft_since > SOFT_BOUNCE_PERIOD
        own.soft_bounces = 1 if first else own.soft_bounces + 1
        own.soft_since = now if first else own.soft_since
        own.save(update_fields=["soft_bounces", "soft_since"])
        if own.soft_bounces < MAX_SOFT_BOUNCES:
            return
    Message.objects.filter(pk=message.pk).update(state=Message.State.FAILED, last_error=detail)
    record_bounce(message, now)


def _is_current_address(message: Message) -> bool:
    """Whether an e-mail went to its reader's current address."""
    return message.player is not None and message.player.address == message.address


def record_delay(message: Message, now: datetime, detail: str) -> None:
    """Record that a mail server is still trying to deliver an e-mail; nothing else happens."""
    outbox.record_event(message, DeliveryEvent.Event.DELAYED, now, detail)


@transaction.atomic
def record_complaint(message: Message, now: datetime) -> None:
    """Record a spam complaint: e-mails that can be refused are no longer sent.

    The player can go on playing on the site, and change the settings there.
    """
    outbox.record_event(message, DeliveryEvent.Event.COMPLAINED, now)
    if message.player_id is not None:
        record_bounce(message, now)
    else:
        spam_reported.send(sender=Message, message=message, now=now)


def record_failure(message: Message, now: datetime) -> None:
    """Record that an e-mail to this player has failed; their clocks are then updated."""
    if message.player_id is not None:
        EmailSettings.objects.update_or_create(
            player_id=message.player_id, defaults={"failed_at": now}
        )
        mark_unreached(message, now)


def mark_unreached(message: Message, now: datetime) -> None:
    """Record since when the player has not been reached; their next visit clears it."""
    if message.player_id is not None:
        reached = Player.objects.filter(pk=message.player_id, unreached_since=None)
        reached.update(unreached_since=now)
