"""E-mails with a secret in them are worth nothing later: they expire with a word instead."""

from __future__ import annotations

from datetime import datetime, timedelta

from notifications.models import Message

MAX_SECRET_AGE = timedelta(hours=24)


def has_secret(message: Message) -> bool:
    """Whether a link or code in it opens an account."""
    return message.kind == "security" and bool(message.context.get("secret"))


def drop_secrets(message: Message) -> None:
    """Take the secret out of an e-mail; what goes out says that it has expired."""
    if not has_secret(message):
        return
    message.context = {
        "subject": message.context["subject"],
        "title": message.context["subject"],
        "asked_at": message.created_at.isoformat(),
        "expired": True,
    }
    Message.objects.filter(pk=message.pk).update(context=message.context)


def expire_secrets(message: Message, now: datetime) -> None:
    """Take the secret out of an e-mail that could not go out for too long."""
    if now - message.created_at > MAX_SECRET_AGE:
        drop_secrets(message)
