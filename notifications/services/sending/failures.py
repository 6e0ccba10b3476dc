"""Why an attempt to send failed, and what follows: retry, give up, or withdraw."""

from __future__ import annotations

import logging
from datetime import datetime
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused

from django.db import transaction
from django.db.models import Q

from notifications.models import DeliveryEvent, Message
from notifications.services import bounces, expiry, server_recovery
from notifications.services.outbox import record_event, release_from_digest
from notifications.services.sending.pace import DomainPace
from notifications.services.server_recovery import RETRY_DELAYS

MIN_PERMANENT_CODE = 500
ERROR_LENGTH = 500
Event = DeliveryEvent.Event
State = Message.State
log = logging.getLogger(__name__)


def error_text(error: Exception) -> str:
    """Return the message of an exception; anymail's errors keep it elsewhere."""
    return repr(error) if error.args else f"{type(error).__name__}: {error}"


def classify_error(error: Exception) -> str:
    """Return the failure reason for an exception of the mail backend."""
    if isinstance(error, SMTPDataError | SMTPSenderRefused):
        permanent = error.smtp_code >= MIN_PERMANENT_CODE
        return Message.FailureReason.MESSAGE if permanent else Message.FailureReason.REFUSED
    if isinstance(error, SMTPException | OSError):
        return Message.FailureReason.SERVER
    return Message.FailureReason.MESSAGE


def withdraw_if_recalled(message: Message, now: datetime) -> bool:
    """Withdraw e-mails recalled while being sent; return whether this one was among them."""
    asked_back = Message.objects.unsent().exclude(withdrawn_at=None)
    gone = asked_back.filter(Q(pk=message.pk) | Q(digest=message)).select_for_update()
    for email in (held := list(gone.order_by("pk"))):
        Message.objects.filter(pk=email.pk).update(state=State.WITHDRAWN, claimed_until=None)
        record_event(email, Event.WITHDRAWN, now, "taken back while a sender had it")
    if message not in held:
        return False
    release_from_digest(message.pk)
    return True


@transaction.atomic
def schedule_retry(
    message: Message, error: str, now: datetime, failure_reason: str = Message.FailureReason.SERVER
) -> None:
    """Schedule the next attempt for a failed e-mail, or give up after the last.

    One that was recalled meanwhile is withdrawn.
    """
    if withdraw_if_recalled(message, now):
        return
    failure_reason = server_recovery.get_failure_reason(message, failure_reason, now)
    if message.attempts > len(RETRY_DELAYS):
        mark_failed(message, error, now, failure_reason=failure_reason)
        return
    Message.objects.filter(pk=message.pk).update(
        due_at=now + RETRY_DELAYS[message.attempts - 1],
        claimed_until=None,
        failure_reason=failure_reason,
        last_error=error[:ERROR_LENGTH],
    )
    bounces.mark_unreached(message, now)
    record_event(message, Event.FAILED, now, error[:ERROR_LENGTH])


@transaction.atomic
def mark_failed(
    message: Message,
    error: str,
    now: datetime,
    event: str = Event.FAILED,
    *,
    failure_reason: str = "",
) -> None:
    """Mark an e-mail as failed, until the mail server is back or an operator looks at it.

    From now on ``due_at`` is when that was. Secrets are removed.
    """
    Message.objects.filter(pk=message.pk).update(
        state=State.FAILED,
        claimed_until=None,
        due_at=now,
        failure_reason=failure_reason,
        last_error=error[:ERROR_LENGTH],
    )
    expiry.drop_secrets(message)
    bounces.record_failure(message, now)
    record_event(message, event, now, error[:ERROR_LENGTH])
    log.error("e-mail %s given up: %s", message.key, error)


def postpone(
    message: Message, error: str, now: datetime, pace: DomainPace, failure_reason: str
) -> None:
    """Schedule the next attempt, and slow down if the reader's domain refused it for now."""
    schedule_retry(message, error, now, failure_reason)
    if failure_reason == Message.FailureReason.REFUSED:
        pace.deferred(message, now)


def handle_refusal(
    message: Message, error: SMTPRecipientsRefused, now: datetime, pace: DomainPace
) -> None:
    """Tell an unknown address (5xx) from a server that wants us to wait (4xx)."""
    answers = list(error.recipients.values())
    detail = "; ".join(f"{code} {text!r}" for code, text in answers)
    if any(code >= 500 for code, _text in answers):
        mark_failed(message, detail, now, Event.BOUNCED)
        bounces.record_bounce(message, now)
    else:
        away = any(code == 421 for code, _text in answers)
        blamed = Message.FailureReason.SERVER if away else Message.FailureReason.REFUSED
        postpone(message, detail, now, pace, blamed)
