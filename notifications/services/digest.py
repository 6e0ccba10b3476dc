"""Busy days: after a number of letters the rest of the day's post comes as one digest."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.models import Player
from accounts.waking import next_waking
from notifications.kinds import kind_named
from notifications.models import DeliveryEvent, LetterSettings, Message
from notifications.queries import settings_for, wants
from notifications.services import outbox


def merge_if_busy(message: Message, now: datetime) -> bool:
    """Put a claimed letter into the digest if the day was busy; say whether it went there."""
    player = message.player
    if player is None or not kind_named(message.kind).merges or not wants(player, "daily_digest"):
        return False
    habits = settings_for(player)
    if _sent_today(player, message.zone, now) < habits.digest_after:
        return False
    return _put_into_digest(message, player, habits, now)


def _sent_today(player: Player, zone: str, now: datetime) -> int:
    """Count the letters the reader got since his midnight."""
    local = now.astimezone(ZoneInfo(zone))
    midnight = datetime.combine(local.date(), time(), tzinfo=local.tzinfo).astimezone(UTC)
    return Message.objects.filter(
        player=player, state=Message.State.SENT, sent_at__gte=midnight
    ).count()


@transaction.atomic
def _put_into_digest(
    message: Message, player: Player, habits: LetterSettings, now: datetime
) -> bool:
    """Attach the letter to the next digest that nobody is sending yet."""
    digest = _open_digest(message, player, habits, now)
    # Writing the row locks it: a sender cannot claim the digest until the letter is in it.
    held = Message.objects.filter(pk=digest.pk, state=Message.State.QUEUED, claimed_until=None)
    if not held.update(due_at=digest.due_at):
        return False
    Message.objects.filter(pk=message.pk).update(
        state=Message.State.MERGED, digest=digest, claimed_until=None
    )
    outbox.record(message, DeliveryEvent.Event.MERGED, now, digest.key)
    return True


def _open_digest(
    message: Message, player: Player, habits: LetterSettings, now: datetime
) -> Message:
    """Return the waiting digest of the coming digest hour, writing it where there is none."""
    zone = ZoneInfo(message.zone)
    local = now.astimezone(zone)
    day = local.date() + timedelta(days=int(local.hour >= habits.digest_hour))
    hour = datetime.combine(day, time(habits.digest_hour), tzinfo=zone).astimezone(UTC)
    key = f"daily_digest:{player.pk}:{day}:{habits.digest_hour}"
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
