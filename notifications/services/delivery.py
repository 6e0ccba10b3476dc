"""Sending what is due: claim by lease, compose, render, send outside any transaction, mark."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from smtplib import SMTPRecipientsRefused
from zoneinfo import ZoneInfo

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import F, Q

from accounts.waking import next_waking
from notifications.kinds import kind_named
from notifications.models import DeliveryEvent, Message
from notifications.services import bounces, digest, expiry, rendering, revival
from notifications.services.faults import blame
from notifications.services.outbox import record, scatter
from notifications.services.revival import LADDER

LEASE = timedelta(minutes=5)
BUDGET = timedelta(seconds=30)
AT_ONCE = 100
STRIDE = 37  # processes that start together have neighbouring numbers
ERROR_LENGTH = 500
Event = DeliveryEvent.Event
State = Message.State
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Tally:
    """What one run of the sender did."""

    sent: int = 0
    failed: int = 0
    set_aside: int = 0


def _running(now: datetime) -> Callable[[], datetime]:
    """Return a clock that starts at ``now``, so that leases stay true in a long run."""
    start = time.monotonic()
    return lambda: now + timedelta(seconds=time.monotonic() - start)


def deliver_due(now: datetime, compose: rendering.Compose) -> Tally:
    """Send e-mails until none is due, at most half a minute long; safe to run many times at once.

    ``compose`` belongs to whoever knows what the rows are about (``rendering.render``).
    """
    tally = Tally()
    clock = _running(now)
    revival.probe(now)
    connection = get_connection()
    try:
        for pk in _due(now):
            if clock() - now > BUDGET:
                break
            _deliver(pk, compose, connection, clock, tally)
    finally:
        connection.close()
    if tally.sent:
        revival.revive(clock())
    return tally


def _due(now: datetime) -> Iterator[int]:
    """Yield the e-mails that are due, each once, the oldest hundred first, then the next.

    Where a hundred wait, every process also begins elsewhere: one of the oldest and one from there
    in turn, so that senders side by side rarely reach for the same e-mail and the oldest never
    wait for newer ones.
    """
    due = Message.objects.due(now).order_by("due_at", "pk").values_list("pk", flat=True)
    tried: set[int] = set()
    while fresh := [pk for pk in due[:AT_ONCE] if pk not in tried]:
        first = os.getpid() * STRIDE % AT_ONCE if len(fresh) == AT_ONCE else 0
        elsewhere = fresh[first:] + fresh[:first]
        yield from dict.fromkeys(chain.from_iterable(zip(fresh, elsewhere, strict=True)))
        tried.update(fresh)


def _deliver(
    pk: int,
    compose: rendering.Compose,
    connection: BaseEmailBackend,
    clock: Callable[[], datetime],
    tally: Tally,
) -> None:
    """Carry one e-mail from claim to mark; whatever goes wrong stays with this e-mail."""
    now = clock()
    message = claim(pk, now)
    if message is None:
        return
    try:
        if _set_aside(message, now):
            tally.set_aside += 1
            return
        expiry.expire_secrets(message, now)
        email = rendering.render(message, now, compose)
        connection.send_messages([email])
    except rendering.NotComposableError as fault:
        tally.set_aside += 1
        drop(message, str(fault), now)
    except SMTPRecipientsRefused as fault:
        tally.failed += 1
        _refused(message, fault, clock())
    except Exception as fault:  # one broken e-mail must never stop the others
        log.warning("e-mail %s failed: %r", message.key, fault)
        tally.failed += 1
        step_back(message, repr(fault), clock(), blame(fault))
        connection.close()
    else:
        tally.sent += 1
        mark_sent(message, str(email.subject), clock())


@transaction.atomic
def claim(pk: int, now: datetime) -> Message | None:
    """Take a due e-mail for the length of a lease; None if another sender was quicker."""
    taken = (
        Message.objects.filter(pk=pk)
        .due(now)
        .update(claimed_until=now + LEASE, attempts=F("attempts") + 1)
    )
    if not taken:
        return None
    message = Message.objects.select_related("player").get(pk=pk)
    if _let_go(message, now):
        return None
    if message.attempts > len(LADDER) + 1:
        fault = message.fault or Message.Fault.MESSAGE  # it may have waited for the server before
        give_up(message, "every sender that took this e-mail died over it", now, fault=fault)
        return None
    record(message, Event.CLAIMED, now)
    return message


def _let_go(message: Message, now: datetime) -> bool:
    """Withdraw what was taken back while a sender had it; say whether it was this very e-mail."""
    asked_back = Message.objects.unsent().exclude(withdrawn_at=None)
    gone = asked_back.filter(Q(pk=message.pk) | Q(digest=message)).select_for_update()
    for email in (held := list(gone.order_by("pk"))):
        Message.objects.filter(pk=email.pk).update(state=State.WITHDRAWN, claimed_until=None)
        record(email, Event.WITHDRAWN, now, "taken back while a sender had it")
    if message not in held:
        return False
    scatter(message.pk)
    return True


def _set_aside(message: Message, now: datetime) -> bool:
    """Whether the e-mail need not go out now: it is night, the day is full, it is empty."""
    if _asleep(message, now) or digest.merge_if_busy(message, now):
        return True
    empty = message.kind == "daily_digest" and not message.merged.filter(state=State.MERGED)
    if empty:
        drop(message, "nothing left in it", now)
    return empty


@transaction.atomic
def drop(message: Message, why: str, now: datetime) -> None:
    """Withdraw a claimed e-mail that has nothing to say (any more)."""
    Message.objects.filter(pk=message.pk).update(
        state=State.WITHDRAWN, withdrawn_at=now, claimed_until=None
    )
    record(message, Event.WITHDRAWN, now, why)


def _asleep(message: Message, now: datetime) -> bool:
    """Move an e-mail that became due (again) in quiet hours to the morning."""
    player = message.player
    if player is None or not kind_named(message.kind).waits:
        return False
    morning = next_waking(now, ZoneInfo(message.zone), player.quiet_from, player.quiet_to)
    if morning <= now:
        return False
    Message.objects.filter(pk=message.pk).update(
        due_at=morning,
        first_due_at=morning,
        fault="",
        claimed_until=None,
        attempts=F("attempts") - 1,
    )
    return True


@transaction.atomic
def mark_sent(message: Message, subject: str, now: datetime) -> None:
    """Note that the mail server has the e-mail; login e-mails lose their secrets here."""
    sent: dict[str, object] = {"state": State.SENT, "sent_at": now, "claimed_until": None}
    sent["withdrawn_at"] = None  # it was taken back too late
    if message.kind == "security":
        sent["context"] = {"subject": subject}
    Message.objects.filter(pk=message.pk).update(last_error="", fault="", **sent)
    Message.objects.filter(digest=message, state=State.MERGED).update(
        sent_at=now, withdrawn_at=None
    )
    record(message, Event.ACCEPTED, now)


@transaction.atomic
def step_back(
    message: Message, error: str, now: datetime, fault: str = Message.Fault.SERVER
) -> None:
    """Schedule the next attempt for a failed e-mail, or give it up after the last.

    One that was taken back meanwhile goes nowhere any more.
    """
    if _let_go(message, now):
        return
    if message.attempts > len(LADDER):
        give_up(message, error, now, fault=revival.fault_at_last(message, fault, now))
        return
    Message.objects.filter(pk=message.pk).update(
        due_at=now + LADDER[message.attempts - 1],
        claimed_until=None,
        fault=fault,
        last_error=error[:ERROR_LENGTH],
    )
    record(message, Event.FAILED, now, error[:ERROR_LENGTH])


@transaction.atomic
def give_up(
    message: Message, error: str, now: datetime, event: str = Event.FAILED, *, fault: str = ""
) -> None:
    """Leave an e-mail until the mail server is back, or for the operator to look at.

    ``due_at`` says from now on when that was. Secrets are not kept for later.
    """
    Message.objects.filter(pk=message.pk).update(
        state=State.FAILED,
        claimed_until=None,
        due_at=now,
        fault=fault,
        last_error=error[:ERROR_LENGTH],
    )
    expiry.drop_secrets(message)
    bounces.note_failure(message, now)
    record(message, event, now, error[:ERROR_LENGTH])
    log.error("e-mail %s given up: %s", message.key, error)


@transaction.atomic
def retry(message: Message, now: datetime) -> bool:
    """Retry a failed e-mail at once, with all attempts again; for operators."""
    back = Message.objects.filter(pk=message.pk, state=State.FAILED).update(
        state=State.QUEUED, due_at=now, first_due_at=now, attempts=0, claimed_until=None, fault=""
    )
    if back:
        record(message, Event.RETRIED, now)
    return bool(back)


@transaction.atomic
def dismiss(message: Message, now: datetime) -> bool:
    """Dismiss an e-mail that was given up; for operators."""
    gone = Message.objects.filter(pk=message.pk, state=State.FAILED).update(
        state=State.WITHDRAWN, withdrawn_at=now
    )
    if gone:
        record(message, Event.WITHDRAWN, now, "dismissed by an operator")
    return bool(gone)


def _refused(message: Message, fault: SMTPRecipientsRefused, now: datetime) -> None:
    """Tell an address that does not exist (5xx) from a mail server that wants us to wait (4xx)."""
    answers = list(fault.recipients.values())
    detail = "; ".join(f"{code} {text!r}" for code, text in answers)
    if any(code >= 500 for code, _text in answers):
        give_up(message, detail, now, Event.BOUNCED)
        bounces.note_bounce(message, now)
    else:
        away = any(code == 421 for code, _text in answers)
        step_back(message, detail, now, Message.Fault.SERVER if away else Message.Fault.REFUSED)
