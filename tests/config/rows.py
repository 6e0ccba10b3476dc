"""Rows for tests of what operators see."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.models import Player
from notifications.models import Message


def email(key: str, player: Player, **fields: Any) -> Message:
    """Write an e-mail into the outbox; due tomorrow unless the fields say otherwise."""
    later: datetime = timezone.now() + timedelta(days=1)
    given = {"due_at": later, "first_due_at": later, "created_at": timezone.now(), **fields}
    return Message.objects.create(
        key=key,
        kind="your_turn",
        player=player,
        address="alice@example.org",
        language="en",
        zone="UTC",
        message_id=f"<{key}@example.org>",
        **given,
    )
