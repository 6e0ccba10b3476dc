"""E-mails as they go out: composed from their rows in the outbox."""

from __future__ import annotations

from datetime import datetime

from games.services.emails.composing import compose
from notifications.services.sending import delivery


def deliver_due(now: datetime) -> delivery.DeliveryResult:
    """Compose and send the e-mails that are due; safe to run many times at once."""
    return delivery.deliver_due(now, compose)
