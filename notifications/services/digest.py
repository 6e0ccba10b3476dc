"""Busy days: after a number of e-mails the rest of the day's come as one digest."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.models import Player
from accounts.waking import next_waking
from notifications.kinds import kind_named
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.queries import settings_for, wants
from notifications.services import outbox


def merge_if_busy(message: Message, now: datetime) -> bool:
    """Put a claimed e-mail into the digest if the day was busy; say whether it went there."""
    player = message.player
    if player is None or not kind_named(message.kind).merges or not wants(player, "daily_digest"):
        return False
    settings = settings_for(player)
    if _sent_today(player, message.zone, now) < settings.digest_after:
        return False
    return _put_into_digest(message, player, settings, now)


def _sent_today(player: Player, zone: str, now: datetime) -> int:
    """Count the e-mails the reader got since their midnight."""
    local = now.astimezone(ZoneInfo(zone))
    midnight = datetime.combine(local.date(), time(), tzinfo=local.tzinfo).astimezone(UTC)
    return Message.objects.filter(
        player=player, state=Message.State.SENT, sent_at__gte=midnight
    ).count()


@transaction.atomic
def _put_into_digest(
    message: Message, player: Player, settings: EmailSettings, now: datetime
) -> bool:
    """Attach the e-mail to the next digest that nobody is sending yet."""
    digest = _open_digest(message, player, settings, now)
    # Writing the row locks it: a sender cannot claim the digest until the e-mail is in it.
    held = Message.objects.filter(pk=digest.pk, state=Message.State.QUEUED, claimed_until=None)
    if not held.update(due_at=digest.due_at):
        return False
    Message.objects.filter(pk=message.pk).update(
        state=Message.State.MERGED, digest=digest, claimed_until=None
    )
    outbox.record(message, DeliveryEvent.Event.MERGED, now, digest.key)
    return True


def _open_digest(
    message: Message, player: Player, settings: EmailSettings, now: datetime
) -> Message:
    """Return the waiting digest of the coming digest hour, writing it if there is none."""
    zone = ZoneInfo(message.zone)
    local = now.astimezone(zone)
    day = local.date() + timedelta(days=int(local.hour >= settings.digest_hour))
    hour = datetime.combine(day, time(settings.digest_hour), tzinfo=zone).astimezone(UTC)
    key = f"daily_digest:{player.pk}:{day}:{settings.digest_hour}"
    outbox.write(
        Message(
            key=key,
            kind="daily_digest",
            player=player,
            address=message.address,
            language=message.language,
            zone=message.zone,
            context={"url": "/matches/"},
            created_at=now,
            due_at=next_waking(max(hour, now), zone, player.quiet_from, player.quiet_to),
        )
    )
    return Message.objects.get(key=key)
