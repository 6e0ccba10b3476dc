"""Receivers for anymail's signals and for closed accounts.

Anymail checks signatures and secrets of webhooks before it sends a signal.
"""

from __future__ import annotations

from collections.abc import Mapping
from email import policy
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any, Final

from anymail.signals import AnymailInboundEvent, AnymailTrackingEvent, inbound, tracking
from django.core.exceptions import SuspiciousOperation
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Player
from games.signals import account_closing
from inbound.models import InboundMessage
from inbound.services import erasure, returns, storage
from notifications import addresses

MAX_DIGITS: Final = 18  # digits
LENIENT_POLICY: Final = policy.compat32.clone(mangle_from_=False)  # keeps unparsable headers


@receiver(inbound, dispatch_uid="inbound.keep")
def store_inbound(event: AnymailInboundEvent, **_signal: object) -> None:
    """Store a message; workers process it."""
    raw = _to_bytes(event.message)
    given = storage.normalize_address(str(event.message.envelope_recipient or ""))
    address = given if addresses.is_ours(given) else storage.find_own_recipient(raw)
    if addresses.is_ours(address):
        sender = str(event.message.envelope_sender or "")
        envelope = storage.Envelope(address, InboundMessage.Way.WEBHOOK, sender)
        storage.store_message(raw, envelope, now=timezone.now())  # noqa: TID251 (an entry point)


def _to_bytes(message: EmailMessage) -> bytes:
    """Return the message as bytes, even if its headers are invalid."""
    try:
        return bytes(message.as_bytes())
    except Exception:  # the header parser fails on some invalid headers
        try:
            return bytes(message.as_bytes(policy=LENIENT_POLICY))
        except UnicodeError as error:
            raise SuspiciousOperation("a message that is no text") from error


def _is_soft(told: Mapping[str, Any]) -> bool:
    """Whether a provider reports a temporary bounce; anymail does not distinguish them.

    Postmark sends a type, Brevo and Mailtrap an event, SendGrid a type in lower case, Mailjet a
    flag, Amazon SES a type of its own.
    """
    bounce = told.get("bounce")
    if isinstance(bounce, Mapping):
        return bounce.get("bounceType") != "Permanent"
    return (
        told.get("Type") == "SoftBounce"
        or str(told.get("event")).replace(" ", "_") == "soft_bounce"
        or told.get("type") == "blocked"
        or told.get("hard_bounce") is False
    )


def _get_outbox_id(event: AnymailTrackingEvent) -> int | None:
    """Return the outbox id a report is about, from our metadata or the return path.

    Amazon SES reports the return path: it gets our e-mails by SMTP, without metadata.
    """
    told = event.metadata if isinstance(event.metadata, Mapping) else {}
    number = str(told.get(addresses.OUTBOX, ""))
    if number.isdecimal() and len(number) <= MAX_DIGITS:
        return int(number)
    mail = (event.esp_event or {}).get("mail") if isinstance(event.esp_event, Mapping) else None
    source = str(mail.get("source", "")) if isinstance(mail, Mapping) else ""
    try:
        return addresses.parse_bounce_address(parseaddr(source)[1])
    except addresses.InvalidAddressError:
        return None


@receiver(tracking, dispatch_uid="inbound.track")
def record_tracking_event(event: AnymailTrackingEvent, **_signal: object) -> None:
    """Record a bounce or complaint about one of our e-mails."""
    number = _get_outbox_id(event)
    if number is None:
        return
    found = returns.ProviderReport(
        message=number,
        recipient=str(event.recipient or "").lower(),
        event=str(event.event_type),
        reason=str(event.reject_reason or ""),
        detail=str(event.mta_response or event.description or ""),
        soft=_is_soft(event.esp_event or {}),
    )
    returns.record_provider_report(found, now=timezone.now())  # noqa: TID251 (an entry point)


@receiver(account_closing, dispatch_uid="inbound.forget")
def erase_messages(player: Player, **_signal: object) -> None:
    """Erase addresses and texts of a player who closes the account."""
    erasure.erase_messages_of(player)
