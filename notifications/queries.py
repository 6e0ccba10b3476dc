"""Reads about letters."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Min, QuerySet

from accounts.models import Player
from notifications.kinds import kind_named
from notifications.models import LetterSettings, Message, Preference


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything that decides whether, where and when a letter of one kind reaches a player."""

    address: str
    language: str
    zone: str
    quiet_from: time | None
    quiet_to: time | None
    settle: timedelta
    wanted: bool
    bounced: bool


def _choice(player: Any, kind: str, thread: str) -> QuerySet[Preference]:
    """Return the applicable choices, the most particular first."""
    return Preference.objects.filter(
        player=player, kind__in={kind, ""}, thread__in={thread, ""}
    ).order_by("-thread", "-kind")


def terms_for(player: Player, kind: str, thread: str = "") -> Terms | None:
    """Return the terms; None where the player has no address (bot, guest, closed, unconfirmed).

    One query where the caller has loaded the player's login and letter settings along with him.
    """
    address = player.address
    if not address:
        return None
    entry = kind_named(kind)
    choice = _choice(player, kind, thread).values_list("wanted", flat=True).first()
    own = _loaded_settings(player) or settings_for(player)
    return Terms(
        address=address,
        language=player.language,
        zone=player.time_zone,
        quiet_from=player.quiet_from,
        quiet_to=player.quiet_to,
        settle=timedelta(minutes=own.settle_minutes),
        wanted=(entry.wanted if choice is None else choice) or not entry.refusable,
        bounced=own.bounced_at is not None and own.bounced_address == address,
    )


def wants(player: Player, kind: str, thread: str = "") -> bool:
    """Whether the player wants this kind of letter (in this thread)."""
    entry = kind_named(kind)
    if not entry.refusable:
        return True
    chosen = _choice(player, kind, thread).values_list("wanted", flat=True).first()
    return entry.wanted if chosen is None else chosen


def _loaded_settings(player: Player) -> LetterSettings | None:
    """Return the settings that came along with the player; unsaved defaults for none."""
    relation: Any = LetterSettings.player.field.remote_field
    if not relation.is_cached(player):
        return None
    return relation.get_cached_value(player) or LetterSettings(player_id=player.pk)


def settings_for(player: Player) -> LetterSettings:
    """Return the player's letter settings, unsaved defaults where he never chose."""
    found = LetterSettings.objects.filter(player=player).first()
    return found or LetterSettings(player_id=player.pk)


def choices_of(player: Player) -> dict[str, bool]:
    """Return the player's own choices that hold everywhere, by kind."""
    rows = Preference.objects.filter(player=player, thread="")
    return dict(rows.values_list("kind", "wanted"))


def letters_of(thread: str) -> QuerySet[Message]:
    """Return the letters of one thread in order of writing."""
    return Message.objects.filter(thread=thread).order_by("created_at", "pk")


def oldest_unsent(now: datetime) -> timedelta | None:
    """Return how long the oldest due letter has been waiting; None where nothing is overdue."""
    oldest = Message.objects.filter(state=Message.State.QUEUED, due_at__lte=now).aggregate(
        at=Min("due_at")
    )["at"]
    return None if oldest is None else now - oldest


def failed_count() -> int:
    """Return how many letters were given up on and wait for the operator."""
    return Message.objects.filter(state=Message.State.FAILED).count()


def zone_of(message: Message) -> ZoneInfo:
    """Return the zone in which the reader of this letter lives."""
    return ZoneInfo(message.zone)


def letters_of_thread(thread: str) -> QuerySet[Message]:
    """Return the letters of a thread with their delivery, the newest first."""
    found = Message.objects.filter(thread=thread).select_related("player")
    return found.prefetch_related("events").order_by("-pk")
