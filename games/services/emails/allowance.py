"""Refusing acts that would send others more e-mails than one person may cause in a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from accounts.models import Player
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from notifications.models import Message
from notifications.services import limits

CHAT_EMAILS, CHAT_WITHIN = 20, timedelta(days=1)  # about the talk in one match to one reader


def require_allowance(by: Player, readers: Iterable[Player], *, now: datetime) -> None:
    """Refuse ``emails_enough`` to somebody who, or whose readers, must wait; it says until when."""
    at = limits.next_allowed_at(by, readers, now)
    if at is not None:
        until = moment_words(at, "SHORT_DATETIME_FORMAT", by.zone)
        raise Refused("emails_enough", until=until)


def may_quote_chat(thread: str, reader: Player, *, now: datetime) -> bool:
    """Whether a reader gets one more e-mail about the talk in a match; the rest is on the page."""
    lately = Message.objects.filter(thread=thread, kind="chat_digest", player=reader)
    told = lately.filter(created_at__gt=now - CHAT_WITHIN).exclude(state=Message.State.WITHDRAWN)
    return told.count() < CHAT_EMAILS
