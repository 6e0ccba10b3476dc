"""Adds e-mails to the outbox and withdraws them, in the transaction of their cause."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from email.utils import parseaddr
from itertools import chain
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.times.quiet_hours import next_waking
from notifications.kinds import Kind, get_kind, is_instant_name
from notifications.models import DeliveryEvent, Message
from notifications.queries import DeliveryTerms, is_pushed_to, terms_for
from notifications.services import limits
from notifications.worker import wake_worker

SEND_TASK = "send_emails"  # the task that composes and delivers what is due
_captured: ContextVar[list[Message] | None] = ContextVar("letters_written", default=None)


@contextmanager
def capture_emails() -> Iterator[list[Message]]:
    """Collect the e-mails written inside, so that a preview can show them."""
    written: list[Message] = []
    token = _captured.set(written)
    try:
        yield written
    finally:
        _captured.reset(token)


def sender_domain() -> str:
    """Return the domain of our sender address, which is also that of Message-IDs."""
    address = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    return address.rpartition("@")[2] or "localhost"


@transaction.atomic(savepoint=False)
def post(
    *,
    kind: str,
    player: Player,
    key: str,
    context: Mapping[str, object],
    now: datetime,
    thread: str = "",
    settle: bool = False,
) -> Message | None:
    """Write an e-mail; None if the player cannot or will not get it, or ``key`` exists.

    Also None if whoever causes it has reached a limit (``limits.caused_by``). If the player wants
    only a notification in browsers, it has no address. ``context`` is plain JSON. With ``settle``
    it first waits for the player's settle delay, so that ``withdraw(key)`` can withdraw it.

    Raises UnknownKindError, and ValueError if the kind never settles, or if the context may become
    untrue and names no row to read again.
    """
    entry = get_kind(kind)
    if settle and not entry.settles:
        raise ValueError(f"e-mails of kind {kind} do not settle")
    if entry.waits and _must_be_reread(context, now):
        raise ValueError(f"{key} must name the row to be read again when it is sent")
    terms = terms_for(player, kind, thread)
    if terms is None:
        return None
    emailed = terms.wanted and not (terms.bounced and entry.refusable)
    if not emailed and not is_pushed_to(player, kind, thread):
        return None
    cause = limits.current_cause.get()
    if cause is not None and cause.by.pk == player.pk:
        cause = None
    if cause is not None and cause.exceeds_limits(player, now):
        return None
    return insert_message(
        Message(
            key=key,
            kind=kind,
            player=player,
            by=None if cause is None else cause.by,
            address=terms.address if emailed else "",
            language=terms.language,
            zone=terms.zone,
            context=context,
            thread=thread,
            created_at=now,
            due_at=_due_at(entry, terms, now, settle=settle),
        )
    )


@transaction.atomic(savepoint=False)
def post_to_address(
    kind: str,
    address: str,
    key: str,
    context: Mapping[str, object],
    *,
    language: str,
    zone: str,
    now: datetime,
) -> Message | None:
    """Write an e-mail to an address that may not be a player's; None if ``key`` exists."""
    return insert_message(
        Message(
            key=key,
            kind=get_kind(kind).name,
            address=address,
            language=language,
            zone=zone,
            context=context,
            created_at=now,
            due_at=now,
        )
    )


def _due_at(entry: Kind, terms: DeliveryTerms, now: datetime, *, settle: bool) -> datetime:
    """Return when the e-mail may go out: after the settle delay, outside quiet hours."""
    at = now + terms.settle if settle else now
    if not entry.waits:
        return at
    return next_waking(at, ZoneInfo(terms.zone), terms.quiet_from, terms.quiet_to)


def insert_message(message: Message) -> Message | None:
    """Insert a row with a new Message-ID and its first event; None if its key exists."""
    message.first_due_at = message.due_at
    message.message_id = f"<{uuid.uuid4().hex}@{sender_domain()}>"
    Message.objects.bulk_create([message], ignore_conflicts=True)
    pk = DeliveryEvent.objects.append_by(
        "message_id",
        message.message_id,
        event=DeliveryEvent.Event.QUEUED,
        at=message.created_at,
    )
    if pk is None:
        return None
    message.pk = pk
    written = _captured.get()
    if written is not None:
        written.append(message)
    if message.due_at <= message.created_at:
        transaction.on_commit(_wake_sender, robust=True)
    return message


def _must_be_reread(context: Mapping[str, object], now: datetime) -> bool:
    """Whether the context has a future instant or a question, but no row to read again.

    Either may no longer be true when it is sent.
    """
    if "row" in context or "match_facts" in context:
        return False
    if context.get("hint", "none") != "none":
        return True
    told = (item for name, item in context.items() if is_instant_name(name))
    dates = chain.from_iterable(each if isinstance(each, list) else [each] for each in told)
    return any(each and datetime.fromisoformat(each) > now for each in dates)


def _wake_sender() -> None:
    """Wake a sender; if that fails, the scheduler does so a few seconds later."""
    wake_worker(SEND_TASK)


def latest_key(key: str, now: datetime) -> str:
    """Return the latest key with this prefix; a new one if its e-mail was withdrawn."""
    emails = Message.objects.filter(Q(key=key) | Q(key__startswith=f"{key}:"))
    last = emails.order_by("-pk").values_list("key", "state").first()
    if last is None:
        return key
    return f"{key}:{now.isoformat()}" if last[1] == Message.State.WITHDRAWN else last[0]


def lock_waiting(player: Player, prefix: str, now: datetime) -> bool:
    """Whether an e-mail with such a key waits, in a digest or not, and no browser has shown it.

    The lock keeps senders from claiming it before the transaction ends.
    """
    own = Message.objects.filter(player=player, key__startswith=prefix, pushed_at=None)
    rows = {digest or pk for pk, digest in own.unsent().values_list("pk", "digest")}
    waiting = Message.objects.filter(pk__in=rows).waiting(now).order_by("pk")
    return bool(waiting.select_for_update())


@transaction.atomic(savepoint=False)
def withdraw(key: str, *, now: datetime) -> bool:
    """Withdraw an e-mail; return True if it was unsent and not claimed.

    One that a sender has claimed is only marked: if this attempt fails, there is no other.
    """
    emails = Message.objects.filter(key=key)
    gone = {"state": Message.State.WITHDRAWN, "withdrawn_at": now}
    taken = emails.waiting(now).update(**gone)
    if not taken and emails.unsent().update(withdrawn_at=now):
        taken = emails.in_unsent_digest(now).update(**gone)
    if taken:
        event = DeliveryEvent.Event.WITHDRAWN
        pk = DeliveryEvent.objects.append_by("key", key, event=event, at=now)
        if key.startswith("daily_digest:"):
            release_from_digest(pk)
    return bool(taken)


@transaction.atomic(savepoint=False)
def withdraw_thread(
    thread: str, kinds: Collection[str], *, now: datetime, player: Player | None = None
) -> int:
    """Withdraw a thread's unsent e-mails of these kinds; return how many were waiting.

    With ``player`` only those to them.
    """
    unsent = Message.objects.filter(thread=thread, kind__in=kinds).unsent().order_by("pk")
    if player is not None:
        unsent = unsent.filter(player=player)
    return sum(withdraw(key, now=now) for key in list(unsent.values_list("key", flat=True)))


def release_from_digest(digest: int | None) -> None:
    """Queue the e-mails of an unsent digest to go out on their own."""
    Message.objects.filter(digest_id=digest, state=Message.State.MERGED).update(
        state=Message.State.QUEUED, digest=None
    )


def record_event(message: Message, event: str, at: datetime, detail: str = "") -> None:
    """Append an event to the delivery ledger."""
    DeliveryEvent.objects.append(message.pk, event=event, at=at, detail=detail)
