"""Queries about e-mails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Min, OuterRef, QuerySet

from accounts.models import Player
from notifications.kinds import get_kind
from notifications.models import Domain, EmailSettings, Message, Preference, PushSubscription


@dataclass(frozen=True, slots=True)
class DeliveryTerms:
    """What decides whether, where and when an e-mail of one kind reaches a player."""

    address: str
    language: str
    zone: str
    quiet_from: time | None
    quiet_to: time | None
    settle: timedelta
    wanted: bool
    bounced: bool


def _choice(player: Player | OuterRef, kind: str, thread: str) -> QuerySet[Preference]:
    """Return the applicable choices, most specific first."""
    return Preference.objects.filter(
        player=player, kind__in={kind, ""}, thread__in={thread, ""}
    ).order_by("-thread", "-kind")


def terms_for(player: Player, kind: str, thread: str) -> DeliveryTerms | None:
    """Return the terms; None if the player has no address (bot, guest, closed, unconfirmed).

    One query if the player's login and e-mail settings are already loaded.
    """
    address = player.address
    if not address:
        return None
    entry = get_kind(kind)
    choice = _choice(player, kind, thread).values_list("wanted", flat=True).first()
    own = loaded_settings(player) or settings_for(player)
    return DeliveryTerms(
        address=address,
        language=player.language,
        zone=player.time_zone,
        quiet_from=player.quiet_from,
        quiet_to=player.quiet_to,
        settle=timedelta(minutes=own.settle_minutes),
        wanted=(entry.wanted if choice is None else choice) or not entry.refusable,
        bounced=own.bounced_at is not None and own.bounced_address == address,
    )


def wants(player: Player, kind: str) -> bool:
    """Whether the player wants this kind of e-mail, regardless of threads."""
    entry = get_kind(kind)
    if not entry.refusable:
        return True
    chosen = _choice(player, kind, "").values_list("wanted", flat=True).first()
    return entry.wanted if chosen is None else chosen


def is_muted(player: Player, thread: str) -> bool:
    """Whether the player has muted a whole thread."""
    rows = Preference.objects.filter(player=player, kind="", thread=thread, wanted=False)
    return rows.exists()


def is_pushed_to(player: Player, kind: str, thread: str = "") -> bool:
    """Whether a browser of the player shows this kind as a notification (in this thread)."""
    if not get_kind(kind).pushes:
        return False
    rows = PushSubscription.objects.filter(player=player).values_list("kinds", flat=True)
    return any(kind in kinds for kinds in rows) and not (thread and is_muted(player, thread))


def subscription_of(player: Player, session: str | None) -> PushSubscription | None:
    """Return the subscription of this session, or None."""
    return PushSubscription.objects.filter(player=player, session=session).first()


def loaded_settings(player: Player) -> EmailSettings | None:
    """Return the settings that were loaded with the player; None if they were not.

    Unsaved defaults if the player has none.
    """
    relation: Any = EmailSettings.player.field.remote_field
    if not relation.is_cached(player):
        return None
    return relation.get_cached_value(player) or EmailSettings(player_id=player.pk)


def settings_for(player: Player) -> EmailSettings:
    """Return the player's e-mail settings, or unsaved defaults."""
    found = EmailSettings.objects.filter(player=player).first()
    return found or EmailSettings(player_id=player.pk)


def choices_of(player: Player) -> dict[str, bool]:
    """Return the player's choices by kind, without those for single threads."""
    rows = Preference.objects.filter(player=player, thread="")
    return dict(rows.values_list("kind", "wanted"))


def oldest_unsent(now: datetime) -> timedelta | None:
    """Return how long the oldest due e-mail has been waiting; None if none is.

    A failed one counts from when it was first due, however far off its next attempt is, or from
    when the mail server last accepted an e-mail: while others go out, the server is up.
    """
    waits = [_oldest_untried(now), _oldest_refused(now)]
    return max((wait for wait in waits if wait is not None), default=None)


def _oldest_untried(now: datetime) -> timedelta | None:
    """Return how long the oldest due e-mail without a failed attempt has been waiting."""
    held = Domain.objects.filter(held_until__gt=now).values_list("name", flat=True)
    due = Message.objects.filter(state=Message.State.QUEUED, failure_reason="", due_at__lte=now)
    due = due.to_other_domains(list(held))
    oldest = due.aggregate(at=Min("due_at"))["at"]
    return None if oldest is None else now - oldest


def _oldest_refused(now: datetime) -> timedelta | None:
    """Return how long the mail server has accepted nothing while e-mails wait for it."""
    reasons = [Message.FailureReason.SERVER, Message.FailureReason.REFUSED]
    waiting = Message.objects.unsent().filter(failure_reason__in=reasons, first_due_at__lte=now)
    oldest = waiting.aggregate(at=Min("first_due_at"))["at"]
    if oldest is None:
        return None
    since: datetime = max(oldest, last_sent_at(now) or oldest)
    return now - since


def last_sent_at(now: datetime) -> datetime | None:
    """Return when the mail server last accepted an e-mail."""
    sent = Message.objects.filter(sent_at__lte=now).order_by("-sent_at")
    return sent.values_list("sent_at", flat=True).first()


def undelivered_count(most: int | None = None) -> int:
    """Return the number of failed e-mails, without bounces, up to a limit."""
    return Message.objects.given_up()[:most].count()


def due_count(now: datetime, most: int) -> int:
    """Return the number of e-mails that are due and not claimed, up to a limit."""
    return Message.objects.due(now)[:most].count()


def sent_count(since: datetime, most: int) -> int:
    """Return the number of e-mails sent since then, up to a limit."""
    return Message.objects.filter(sent_at__gt=since)[:most].count()


def zone_of(message: Message) -> ZoneInfo:
    """Return the time zone of the e-mail's reader."""
    return ZoneInfo(message.zone)


def emails_of_thread(thread: str) -> QuerySet[Message]:
    """Return the e-mails of a thread with their delivery events, newest first."""
    found = Message.objects.filter(thread=thread).select_related("player")
    return found.prefetch_related("events").order_by("-pk")


def has_email_problem(player: Player, since: datetime) -> bool:
    """Whether an e-mail to the player has failed for good since then, or their address bounces.

    No query if the e-mail settings are loaded.
    """
    own = loaded_settings(player) or settings_for(player)
    failures = (at for at in (own.failed_at, own.bounced_at) if at is not None)
    return bounced_at(player) is not None or any(at >= since for at in failures)


def bounced_at(player: Player) -> datetime | None:
    """Return since when the player's current address bounces; None if it does not."""
    own = loaded_settings(player) or settings_for(player)
    return own.bounced_at if own.bounced_address == player.address else None


def was_undelivered(player: Player, key: str, *, failing: bool) -> bool:
    """Whether the e-mail with this key did not reach its player.

    It bounced or failed, or was withdrawn or never written because the address bounces. With
    ``failing`` one whose attempts have all failed so far counts, too.
    """
    bounced = bounced_at(player)
    message = Message.objects.filter(key=key).select_related("digest").first()
    if message is None:
        return bounced is not None and wants(player, "your_turn")
    carrier = message.digest or message
    if carrier.state == Message.State.WITHDRAWN:
        return bounced is not None and carrier.withdrawn_at == bounced
    waits = carrier.state == Message.State.QUEUED and bool(carrier.failure_reason)
    return carrier.state == Message.State.FAILED or (failing and waits)


def reached_at(player: Player, thread: str, since: datetime) -> datetime | None:
    """Return when a player who replied to an e-mail of this thread got it; None if none was sent.

    The first one since then that did not bounce, otherwise the first of all.
    """
    left = Message.objects.filter(player=player, thread=thread, sent_at__gte=since)
    first = left.order_by("sent_at").values_list("sent_at", flat=True)
    return first.exclude(state=Message.State.FAILED).first() or first.first()
