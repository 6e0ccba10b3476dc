"""E-mails with a secret expire: if they are late, a notice without the secret is sent."""

from __future__ import annotations

from datetime import datetime, timedelta

from notifications.models import Message

MAX_SECRET_AGE = timedelta(hours=24)


def has_secret(message: Message) -> bool:
    """Whether it contains a link or code that opens an account."""
    return message.kind == "security" and bool(message.context.get("secret"))


def drop_secrets(message: Message) -> None:
    """Remove the secret from an e-mail; what is sent says that it has expired."""
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
    """Remove the secret from an e-mail that could not be sent in time."""
    if now - message.created_at > MAX_SECRET_AGE:
        drop_secrets(message)
