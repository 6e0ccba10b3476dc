"""Refusing acts that would send others more e-mails than one person may cause in a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from notifications.models import Message
from notifications.services import limits

CHAT_EMAILS = 20  # what one writes to one reader within a day, in all their matches


def require_allowance(by: Player, readers: Iterable[Player], *, now: datetime) -> None:
    """Refuse ``emails_enough`` to somebody who, or whose readers, must wait; it says until when."""
    at = limits.next_allowed_at(by, readers, now)
    if at is not None:
        until = moment_words(at, "SHORT_DATETIME_FORMAT", by.zone)
        raise Refused("emails_enough", until=until)


def chat_emails_left(reader: Player, writer: Player, replaced: str, *, now: datetime) -> int:
    """Return how many e-mails a reader may get about what one writes; the rest is on the pages.

    One that is still unsent and will be replaced, known by its key, does not count.
    """
    waiting = Message.objects.filter(key=replaced).unsent()
    told = limits.texts_of(writer, [reader], "chat_digest", now)
    told = told.exclude(pk__in=waiting.values("pk"))
    return max(0, CHAT_EMAILS - told.count())
