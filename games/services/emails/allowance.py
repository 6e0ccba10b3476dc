"""Refusing acts that would send others more e-mails than one person may cause in a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import Player
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from notifications.models import Message
from notifications.services import limits

CHAT_EMAILS, CHAT_WITHIN = 20, timedelta(days=1)  # what one writes in one match, to one reader


def require_allowance(by: Player, readers: Iterable[Player], *, now: datetime) -> None:
    """Refuse ``emails_enough`` to somebody who, or whose readers, must wait; it says until when."""
    at = limits.next_allowed_at(by, readers, now)
    if at is not None:
        until = moment_words(at, "SHORT_DATETIME_FORMAT", by.zone)
        raise Refused("emails_enough", until=until)


def chat_emails_left(
    thread: str, reader: Player, writer: Player, replaced: str, *, now: datetime
) -> int:
    """Return how many e-mails a reader may get about what one writes; the rest is on the page.

    One that is still unsent and will be replaced, known by its key, does not count.
    """
    lately = Message.objects.filter(thread=thread, kind="chat_digest", player=reader)
    told = lately.filter(created_at__gt=now - CHAT_WITHIN, context__writer=writer.pk)
    waiting = Message.objects.filter(key=replaced).unsent()
    told = told.exclude(state=Message.State.WITHDRAWN).exclude(pk__in=waiting.values("pk"))
    return max(0, CHAT_EMAILS - told.count())
