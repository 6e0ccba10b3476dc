"""Limits on the e-mails that one person may cause others to get in a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from notifications.models import Message
from notifications.services import limits

MAX_CHAT_EMAILS_PER_DAY = 20  # from one writer to one reader within a day, over all their matches


def require_allowance(by: Player, readers: Iterable[Player], *, now: datetime) -> None:
    """Refuse ``emails_enough``, with the time from which it is allowed, if a limit is reached."""
    at = limits.next_allowed_at(by, readers, now)
    if at is not None:
        until = moment_words(at, "SHORT_DATETIME_FORMAT", by.zone)
        raise Refused("emails_enough", until=until)


def chat_emails_left(reader: Player, writer: Player, replaced: str, *, now: datetime) -> int:
    """Return how many chat e-mails the writer may still cause this reader today.

    The unsent e-mail with the key ``replaced`` does not count: a new one will replace it.
    """
    waiting = Message.objects.filter(key=replaced).unsent()
    told = limits.recent_texts(writer, [reader], "chat_digest", now)
    told = told.exclude(pk__in=waiting.values("pk"))
    return max(0, MAX_CHAT_EMAILS_PER_DAY - told.count())
