"""Busy days: after a number of e-mails, the rest of the day's arrive as one digest."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Count, QuerySet

from accounts.compiled_queries import compiled_query
from accounts.models import Player
from accounts.times.quiet_hours import next_waking
from notifications.kinds import get_kind
from notifications.models import DeliveryEvent, EmailSettings, Message
from notifications.queries import loaded_settings, settings_for, wants
from notifications.services import outbox

KIND = "daily_digest"


def merge_if_busy(message: Message, now: datetime) -> bool:
    """Put a claimed e-mail into the digest if the day was busy; return whether."""
    player = message.player
    if player is None or not get_kind(message.kind).merges:
        return False
    settings = loaded_settings(player) or settings_for(player)
    if _count_sent_today(player, message.zone, now) < settings.digest_after:
        return False
    if not wants(player, KIND):
        return False
    return _put_into_digest(message, player, settings, now)


def _count_sent_today(player: Player, zone: str, now: datetime) -> int:
    """Count the e-mails sent to the reader since their midnight."""
    local = now.astimezone(ZoneInfo(zone))
    midnight = datetime.combine(local.date(), time(), tzinfo=local.tzinfo).astimezone(UTC)
    return sum(_count_sent_since(player.pk, midnight))


@compiled_query
def _count_sent_since(player: int, since: datetime) -> QuerySet[Message, int]:
    """Count the e-mails sent to a player since then: one number, or none."""
    sent = Message.objects.filter(player=player, state=Message.State.SENT, sent_at__gte=since)
    return sent.order_by().values("player").annotate(n=Count("pk")).values_list("n", flat=True)


@transaction.atomic
def _put_into_digest(
    message: Message, player: Player, settings: EmailSettings, now: datetime
) -> bool:
    """Add the e-mail to the next digest; False if a sender has claimed that."""
    digest = _open_digest(message, player, settings, now)
    # Writing the row locks it: a sender cannot claim the digest until the e-mail is in it.
    held = Message.objects.filter(pk=digest.pk, state=Message.State.QUEUED, claimed_until=None)
    if not held.update(due_at=digest.due_at):
        return False
    Message.objects.filter(pk=message.pk).update(
        state=Message.State.MERGED, digest=digest, claimed_until=None
    )
    outbox.record_event(message, DeliveryEvent.Event.MERGED, now, digest.key)
    return True


def _open_digest(
    message: Message, player: Player, settings: EmailSettings, now: datetime
) -> Message:
    """Return the pending digest for the next digest hour, creating it if needed."""
    zone = ZoneInfo(message.zone)
    local = now.astimezone(zone)
    day = local.date() + timedelta(days=int(local.hour >= settings.digest_hour))
    hour = datetime.combine(day, time(settings.digest_hour), tzinfo=zone).astimezone(UTC)
    key = f"{KIND}:{player.pk}:{day}:{settings.digest_hour}"
    fresh = outbox.insert_message(
        Message(
            key=key,
            kind=KIND,
            player=player,
            address=message.address,
            language=message.language,
            zone=message.zone,
            context={"url": "/matches/"},
            created_at=now,
            due_at=next_waking(max(hour, now), zone, player.quiet_from, player.quiet_to),
        )
    )
    return fresh or _get_or_requeue(key, now)


def _get_or_requeue(key: str, now: datetime) -> Message:
    """Return the digest with this key; one that was withdrawn is queued again."""
    digest = Message.objects.get(key=key)
    withdrawn = Message.objects.filter(pk=digest.pk, state=Message.State.WITHDRAWN)
    if withdrawn.update(state=Message.State.QUEUED, withdrawn_at=None, attempts=0):
        outbox.record_event(digest, DeliveryEvent.Event.RETRIED, now)
    return digest
