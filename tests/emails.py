"""E-mails as their readers get them, composed from what the outbox has kept of their cause."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.services.emails.composing import compose, deliver_due
from notifications.mime import Email
from notifications.models import Message
from notifications.services import rendering

__all__ = ["composed", "deliver_due", "render"]


def composed(message: Message) -> Mapping[str, Any]:
    """Return what the templates of this e-mail get."""
    return compose(message)


def render(message: Message, now: datetime) -> Email:
    """Return the e-mail that a sender would hand to the mail server."""
    return rendering.render(message, now, compose)
