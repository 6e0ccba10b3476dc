"""Holds messages from unknown addresses until the player confirms them by a link."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.urls import reverse

from inbound.models import InboundMessage
from inbound.reading import Reading, read_message
from inbound.services import answering
from notifications.addresses import Matter
from notifications.services.headers import absolute_url

SALT = "inbound.held"
CONFIRMATION_PERIOD = timedelta(days=7)


def request_confirmation(
    row: InboundMessage, matter: Matter, reading: Reading, now: datetime
) -> None:
    """Hold a message and ask the player, at their own address, to confirm it."""
    row.state, row.outcome = InboundMessage.State.HELD, InboundMessage.Outcome.HELD
    row.code, row.settled_at = "other_sender", now
    answering.send_notice(row, matter, reading, "held", absolute_url(confirmation_url(row.pk)))


def confirmation_url(pk: int) -> str:
    """Return the path of the confirmation page."""
    return reverse("inbound:held", args=[signing.Signer(salt=SALT).sign_object([pk])])


def get_held_message(token: str, now: datetime) -> InboundMessage | None:
    """Return the message of a signed token; None if the token is invalid or expired."""
    try:
        (pk,) = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    rows = InboundMessage.objects.select_related("player", "answer")
    return rows.filter(pk=pk, received_at__gt=now - CONFIRMATION_PERIOD).first()


@dataclass(frozen=True)
class HeldMessage:
    """The content of the confirmation page."""

    sender: str
    lines: tuple[str, ...]
    waits: bool
    outcome: str
    commands: list[str]


def describe_held_message(row: InboundMessage) -> HeldMessage:
    """Return the text of a held message, and its result once confirmed."""
    reading = read_message(bytes(row.raw or b""), domain=settings.MAIL_DOMAIN)
    waits = row.state == InboundMessage.State.HELD
    return HeldMessage(row.sender, reading.typed, waits, row.outcome, list(row.commands))
