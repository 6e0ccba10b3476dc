"""Stores incoming messages before they are processed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from email import policy
from email.parser import BytesHeaderParser
from typing import Final

from django.db import IntegrityError, transaction

from inbound.models import InboundMessage
from inbound.reading.text import to_one_line
from notifications import addresses
from notifications.worker import wake_worker

READ_TASK: Final = "read_mail"
MAX_MESSAGE_BYTES: Final = 256 * 1024
MAX_HEADERS_LENGTH: Final = 64 * 1024
MAX_ID_LENGTH: Final = 250
TRACE: Final = (
    b"received:", b"return-path:", b"delivered-to:", b"x-original-to:", b"envelope-to:",
    b"authentication-results:", b"received-spf:", b"arc-", b"x-",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Envelope:
    """The SMTP envelope: our address, the transport and the sender."""

    recipient: str
    way: str
    mail_from: str = ""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """The row's id, and whether it is new rather than a duplicate."""

    pk: int
    fresh: bool


def store_message(
    raw: bytes, envelope: Envelope, *, now: datetime, wake: bool = True
) -> StoredMessage:
    """Store a message once per Message-ID and address; an oversized one is truncated.

    ``wake`` starts a worker; otherwise the caller or the timetable processes it.
    """
    recipient = normalize_address(envelope.recipient)
    named = {"message_id": message_id_of(raw), "recipient": recipient}
    row = InboundMessage(
        **named,
        way=envelope.way,
        mail_from=to_one_line(envelope.mail_from, 320),
        raw=raw[: MAX_MESSAGE_BYTES + 1],
        size=len(raw),
        received_at=now,
        next_at=now,
    )
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        kept = InboundMessage.objects.filter(**named).values_list("pk", flat=True).first()
        if kept is None:
            raise
        return StoredMessage(kept, fresh=False)
    if wake:
        transaction.on_commit(lambda: wake_worker(READ_TASK), robust=True)
    return StoredMessage(row.pk, fresh=True)


def normalize_address(recipient: str) -> str:
    """Return one of our addresses as stored: lower case, without angle brackets."""
    return recipient.strip().strip("<>").lower()[:120]


def message_id_of(raw: bytes) -> str:
    """Return the Message-ID; if missing or too long, a digest of the message.

    If there is a date, the digest excludes headers added in transit, so that a message arriving by
    two routes counts once.
    """
    dated = False
    try:
        head = BytesHeaderParser(policy=policy.compat32).parsebytes(raw[:MAX_HEADERS_LENGTH])
        found, dated = str(head.get("Message-ID") or "").strip(), bool(head.get("Date"))
    except Exception:  # unparsable messages must be stored, too
        found = ""
    if found and len(found) <= MAX_ID_LENGTH and found.isprintable():
        return found
    digest = hashlib.sha256(_without_trace(raw) if dated else raw).hexdigest()
    return f"<{digest}@none.invalid>"


def _without_trace(raw: bytes) -> bytes:
    """Return a message without the headers added in transit."""
    lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    kept: list[bytes] = []
    traced = False
    for line in lines[:end]:
        if not line.startswith((b" ", b"\t")):
            traced = line.lower().startswith(TRACE) or line.startswith((b"From ", b">From "))
        if not traced:
            kept.append(line)
    return b"\n".join(kept + lines[end:]).rstrip()


def find_own_recipient(raw: bytes) -> str:
    """Return our address from the message's headers, "" if there is none."""
    try:
        head = BytesHeaderParser(policy=policy.default).parsebytes(raw[:MAX_HEADERS_LENGTH])
        names = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
        found = [
            one.addr_spec if hasattr(one, "addr_spec") else str(one)
            for name in names
            for header in head.get_all(name, [])
            for one in (getattr(header, "addresses", None) or [header])
        ]
    except Exception:  # unparsable headers
        return ""
    return next(
        (normalize_address(each) for each in found if addresses.is_ours(normalize_address(each))),
        "",
    )
