"""Handles bounces and complaints about our e-mails."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from inbound.models import InboundMessage
from inbound.reading import Kind, Reading
from inbound.reading.values import Bounced
from notifications.addresses import InvalidAddressError, parse_bounce_address
from notifications.models import Message
from notifications.services import bounces

Outcome = InboundMessage.Outcome
NOT_SPAM = "not-spam"  # retracts a complaint (RFC 6430)


def handle_bounce_report(row: InboundMessage, reading: Reading, now: datetime) -> bool:
    """Settle a bounce or complaint; return False if the message is neither.

    The recipient address proves which e-mail came back; without it the report must name one of
    ours.
    """
    try:
        message = Message.objects.filter(pk=parse_bounce_address(row.recipient)).first()
        proven = True
    except InvalidAddressError:
        if reading.kind not in (Kind.BOUNCE, Kind.COMPLAINT):
            return False
        message = Message.objects.filter(message_id=reading.original).first()
        proven = False
    row.outcome, row.code = Outcome.IGNORED, str(reading.kind)
    if message is None:
        row.code = "no_such_email"
        return True
    row.player, row.matter = message.player, f"email:{message.pk}"
    if reading.kind is Kind.COMPLAINT:
        if reading.complaint is not None and reading.complaint.feedback == NOT_SPAM:
            return True
        row.outcome, row.code = Outcome.COMPLAINT, "spam"
        bounces.record_complaint(message, now)
    elif reading.kind is Kind.BOUNCE:
        _record_bounce(row, reading, message, now, proven=proven)
    return True


def _record_bounce(
    row: InboundMessage, reading: Reading, message: Message, now: datetime, *, proven: bool
) -> None:
    """Distinguish hard bounces, soft bounces and delays."""
    own = [each for each in reading.bounced if each.recipient == message.address.lower()]
    found = own or (list(reading.bounced) if proven else [])
    failed = [each for each in found if not each.delayed]
    row.outcome = Outcome.BOUNCED
    if not failed:
        row.code = "delayed" if found else "unknown_recipient"
        if found:
            bounces.record_delay(message, now, _detail(found[0]))
        return
    hard = next((each for each in failed if each.hard), None)
    one = hard or failed[0]
    row.code = "hard" if hard else "soft"
    bounces.record_returned_email(message, now, hard=hard is not None, detail=_detail(one))


def _detail(report: Bounced) -> str:
    return f"{report.status} {report.diagnostic}".strip()[:500]


@dataclass(frozen=True, slots=True)
class ProviderReport:
    """A provider's report about one of our e-mails, in anymail's terms."""

    message: int
    recipient: str
    event: str
    reason: str = ""
    detail: str = ""
    soft: bool = False


def record_provider_report(provider_report: ProviderReport, *, now: datetime) -> None:
    """Record a bounce, complaint or delay that a provider reports."""
    message = Message.objects.filter(pk=provider_report.message).first()
    if message is None or message.address.lower() != provider_report.recipient:
        return
    if provider_report.event == "complained":
        bounces.record_complaint(message, now)
    elif provider_report.event in ("bounced", "rejected"):
        # Temporary failures that are retried are reported as deferred.
        hard = not provider_report.soft and provider_report.reason != "timed_out"
        bounces.record_returned_email(message, now, hard=hard, detail=provider_report.detail[:500])
    elif provider_report.event == "deferred":
        bounces.record_delay(message, now, provider_report.detail[:500])
