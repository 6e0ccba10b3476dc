"""E-mails as their readers get them, composed from what the outbox has kept of their cause."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone

from config.emails.composing import deliver_due
from games.services.emails.composing import build_context
from games.services.emails.validity import current_seats
from notifications.mime import Email
from notifications.models import Message
from notifications.services import rendering

__all__ = ["composed", "deliver_due", "render"]


def composed(message: Message, now: datetime | None = None) -> Mapping[str, Any]:
    """Return what the templates of this e-mail get, even if it is outdated."""
    return build_context(message, current_seats(message), now or timezone.now())


def render(message: Message, now: datetime) -> Email:
    """Return the e-mail that a sender would hand to the mail server."""
    return rendering.render(message, now, composed)
