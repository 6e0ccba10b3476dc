"""Refusing acts that would send others more e-mails than one person may cause in a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from accounts.models import Player
from games.services.errors import Refused
from games.services.wording.time_words import moment_words
from notifications.services import limits


def require_allowance(by: Player, readers: Iterable[Player], *, now: datetime) -> None:
    """Refuse ``emails_enough`` to somebody who, or whose readers, must wait; it says until when."""
    at = limits.next_allowed_at(by, readers, now)
    if at is not None:
        until = moment_words(at, "SHORT_DATETIME_FORMAT", by.zone)
        raise Refused("emails_enough", until=until)
