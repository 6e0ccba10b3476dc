"""Sends what is due: claim by lease, compose, render, send outside any transaction, mark."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from smtplib import SMTPRecipientsRefused

from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.compiled_queries import compiled_query
from accounts.rows import update_columns
from notifications.mime import Email
from notifications.models import DeliveryEvent, Message, PushSubscription
from notifications.services import deferral, digest, expiry, notices, rendering, server_recovery
from notifications.services.outbox import record_event
from notifications.services.sending.failures import (
    classify_error,
    error_text,
    handle_refusal,
    mark_failed,
    postpone,
    schedule_retry,
    withdraw_if_recalled,
)
from notifications.services.sending.pace import DomainPace
from notifications.services.server_recovery import RETRY_DELAYS

LEASE = timedelta(minutes=5)
MAX_RUN_TIME = timedelta(seconds=30)
BATCH_SIZE = 100
PER_CONNECTION = 50  # e-mails; many mail servers hang up after a hundred
START_OFFSET = 37  # processes that start together have adjacent pids
CLAIM_FIELDS = ("claimed_until", "attempts")
OUTCOME_FIELDS = (
    "state", "sent_at", "claimed_until", "withdrawn_at",
    "last_error", "failure_reason", "calendar_method",
)  # fmt: skip
Event = DeliveryEvent.Event
State = Message.State
log = logging.getLogger(__name__)


@dataclass(slots=True)
class DeliveryResult:
    """The counts of one run of the sender."""

    sent: int = 0
    pushed: int = 0
    failed: int = 0
    set_aside: int = 0


def _start_clock(now: datetime) -> Callable[[], datetime]:
    """Return a clock that starts at ``now``, so that leases stay correct in a long run."""
    start = time.monotonic()
    return lambda: now + timedelta(seconds=time.monotonic() - start)


def deliver_due(now: datetime, compose: rendering.Compose) -> DeliveryResult:
    """Send e-mails until none is due, for at most half a minute; safe to run concurrently.

    ``compose`` comes from the package that knows what the rows are about (``rendering.render``).
    """
    tally = DeliveryResult()
    clock = _start_clock(now)
    server_recovery.probe_server(now)
    connection = get_connection()
    pace = DomainPace(now)
    closed: set[str] = set()  # push services that did not respond in this run
    try:
        for pk, address in _iter_due(now, pace):
            if clock() - now > MAX_RUN_TIME:
                break
            if pace.allows(address, clock()):
                _deliver(pk, compose, connection, clock, tally, pace, closed)
    finally:
        connection.close()
    if tally.sent:
        server_recovery.retry_after_outage(clock())
    return tally


def _iter_due(now: datetime, pace: DomainPace) -> Iterator[tuple[int, str]]:
    """Yield pk and address of what is due, each once, oldest first, a hundred at a time.

    If a hundred are waiting, each process alternates between the oldest and those at an offset of
    its own, so that concurrent senders rarely try the same e-mail and the oldest never wait for
    newer ones. Domains that are closed meanwhile are left out.
    """
    tried: set[tuple[int, str]] = set()
    while True:
        due = Message.objects.due(now).to_other_domains(pace.closed(now)).order_by("due_at", "pk")
        found = due.values_list("pk", "address")[:BATCH_SIZE]
        fresh = [each for each in found if each not in tried]
        if not fresh:
            return
        first = os.getpid() * START_OFFSET % BATCH_SIZE if len(fresh) == BATCH_SIZE else 0
        elsewhere = fresh[first:] + fresh[:first]
        yield from dict.fromkeys(chain.from_iterable(zip(fresh, elsewhere, strict=True)))
        tried.update(fresh)


def _deliver(
    pk: int,
    compose: rendering.Compose,
    connection: BaseEmailBackend,
    clock: Callable[[], datetime],
    tally: DeliveryResult,
    pace: DomainPace,
    closed: set[str],
) -> None:
    """Send one e-mail, from claim to mark; whatever goes wrong affects only this one."""
    now = clock()
    message = claim(pk, now)
    if message is None:
        return
    try:
        if _settle_without_email(message, now, compose, tally, closed):
            return
        expiry.expire_secrets(message, now)
        email = rendering.render(message, now, compose)
        if tally.sent % PER_CONNECTION == 0:
            connection.close()
        connection.open()  # otherwise sending opens one for this e-mail alone
        connection.send_messages([email])
    except rendering.NotComposableError as error:
        tally.set_aside += 1
        deferral.withdraw_claimed_emails([*error.outdated, (message.pk, str(error))], now)
    except SMTPRecipientsRefused as error:
        tally.failed += 1
        handle_refusal(message, error, clock(), pace)
        connection.close()
    except Exception as error:  # one broken e-mail must never stop the others
        connection.close()
        _handle_failure(message, error, clock(), pace)
        tally.failed += 1
    else:
        tally.sent += 1
        _finish_sending(message, email, clock())
        pace.accepted(message.address)


def _finish_sending(message: Message, email: Email, now: datetime) -> None:
    """Mark an e-mail that the mail server has accepted; withdraw what its digest left out."""
    message.calendar_method = email.calendar.get("method", "")
    deferral.withdraw_claimed_emails(email.outdated, now)
    mark_sent(message, str(email.subject), now)


def _handle_failure(message: Message, error: Exception, now: datetime, pace: DomainPace) -> None:
    """Postpone a failed e-mail; re-raise if the run's time is up, which is no failure of it."""
    if isinstance(error, SoftTimeLimitExceeded):
        raise error
    log.warning("e-mail %s failed: %r", message.key, error)
    postpone(message, error_text(error), now, pace, classify_error(error))


@transaction.atomic
def claim(pk: int, now: datetime) -> Message | None:
    """Claim a due e-mail for the length of a lease; None if another sender was faster."""
    found = _lock_due_email(pk, now)
    if not found:
        return None
    message = found[0]
    message.claimed_until = now + LEASE
    message.attempts += 1
    update_columns([message], CLAIM_FIELDS)
    asked_back = message.withdrawn_at is not None or message.kind == digest.KIND
    if asked_back and withdraw_if_recalled(message, now):
        return None
    if message.attempts > len(RETRY_DELAYS) + 1:
        # It may have waited for the server before.
        reason = message.failure_reason or Message.FailureReason.MESSAGE
        mark_failed(
            message,
            "every sender that took this e-mail died over it",
            now,
            failure_reason=reason,
        )
        return None
    record_event(message, Event.CLAIMED, now)
    return message


@compiled_query
def _lock_due_email(pk: int, now: datetime) -> QuerySet[Message]:
    """Lock an e-mail that is due and unclaimed, with its reader's settings.

    Annotated with whether the reader has a browser that may show it.
    """
    browsers = PushSubscription.objects.filter(player=OuterRef("player_id"))
    due = Message.objects.filter(pk=pk).due(now).select_related("player__email_settings")
    due = due.annotate(may_be_shown=Exists(browsers))
    return due.select_for_update(of=("self",), skip_locked=True)


def _settle_without_email(
    message: Message,
    now: datetime,
    compose: rendering.Compose,
    tally: DeliveryResult,
    closed: set[str],
) -> bool:
    """Postpone, push or merge it; return True if nothing is left to be mailed now."""
    if deferral.defer_to_morning(message, now):
        tally.set_aside += 1
    elif notices.push_to_browsers(message, now, compose, closed):
        tally.pushed += 1
    elif not message.address:
        tally.failed += 1
        _retry_push(message, now)
    elif deferral.merge_or_drop(message, now):
        tally.set_aside += 1
    else:
        return False
    return True


def _retry_push(message: Message, now: datetime) -> None:
    """Retry later what is only for browsers and no push service accepted, or withdraw it."""
    if notices.has_browser(message) and message.attempts <= len(RETRY_DELAYS):
        schedule_retry(message, "no push service took it", now, failure_reason="")
    else:
        deferral.withdraw_claimed(message.pk, "no browser took it", now)


@transaction.atomic
def mark_sent(message: Message, subject: str, now: datetime) -> None:
    """Record that the mail server has the e-mail; login e-mails lose their secrets here."""
    message.state, message.sent_at, message.claimed_until = State.SENT, now, None
    message.withdrawn_at = None  # it was withdrawn too late
    message.last_error = message.failure_reason = ""
    update_columns([message], OUTCOME_FIELDS)
    if message.kind == "security":
        Message.objects.filter(pk=message.pk).update(context={"subject": subject})
    if message.kind == digest.KIND:
        inside = Message.objects.filter(digest=message, state=State.MERGED)
        inside.update(sent_at=now, withdrawn_at=None)
    record_event(message, Event.ACCEPTED, now)
