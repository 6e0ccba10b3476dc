"""Reads the e-mails that the folder backend wrote (development only)."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, make_msgid
from itertools import islice
from pathlib import Path
from typing import NamedTuple, cast

from django.conf import settings
from django.db.models import Count, Min

from notifications.models import Message

MAX_SEARCHED = 50  # e-mails searched for the answer to a reply
NAME_PATTERN = re.compile(r"[0-9A-Za-z-]+\.eml")


class NoSuchEmailError(LookupError):
    """The folder has no e-mail of that name."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """An e-mail in the list."""

    name: str
    to: str
    subject: str
    kind: str
    sent_at: datetime | None


@dataclass(frozen=True, slots=True)
class Email:
    """An opened e-mail."""

    envelope: Envelope
    headers: list[tuple[str, str]]
    text: str
    html: str
    message: EmailMessage


class WaitingEmails(NamedTuple):
    """How many e-mails are not due yet, and when the first one is."""

    number: int
    next_at: datetime | None


def count_waiting() -> WaitingEmails:
    """Return the e-mails held back by the settle delay or quiet hours."""
    queued = Message.objects.filter(state=Message.State.QUEUED)
    return WaitingEmails(**queued.aggregate(number=Count("pk"), next_at=Min("due_at")))


def _folder() -> Path:
    return Path(settings.EMAIL_FOLDER)


def _parse_envelope(name: str, message: EmailMessage) -> Envelope:
    """Read the headers of an e-mail; a date with “-0000” is in UTC without a zone."""
    date = message["Date"]
    at: datetime | None = date.datetime if date is not None else None
    return Envelope(
        name=name,
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        kind=str(message["X-Email-Kind"] or ""),
        sent_at=at if at is None or at.tzinfo is not None else at.replace(tzinfo=UTC),
    )


def list_envelopes(address: str, *, before: str, limit: int) -> list[Envelope]:
    """Return up to ``limit`` e-mails, newest first, whose To: contains ``address``.

    ``before`` is the name of an e-mail that they must be older than; names sort by date.
    """
    found: list[Envelope] = []
    for name, message in _iter_newest_first(before):
        envelope = _parse_envelope(name, message)
        if address.casefold() in envelope.to.casefold():
            found.append(envelope)
        if len(found) >= limit:
            break
    return found


def find_answer(reply: str) -> str:
    """Return the name of the e-mail that answers this Message-ID; empty if there is none."""
    newest = islice(_iter_newest_first(), MAX_SEARCHED)
    return next(
        (name for name, message in newest if str(message["In-Reply-To"] or "") == reply), ""
    )


def _iter_newest_first(before: str = "") -> Iterator[tuple[str, EmailMessage]]:
    """Yield the name and the headers of each e-mail."""
    parser = BytesHeaderParser(policy=policy.default)
    for path in sorted(_folder().glob("*.eml"), reverse=True):
        if not before or path.name < before:
            with path.open("rb") as file:
                yield path.name, parser.parse(file)


def open_email(name: str) -> Email:
    """Return one e-mail. Raises NoSuchEmailError."""
    path = _folder() / name
    if not NAME_PATTERN.fullmatch(name) or not path.is_file():
        raise NoSuchEmailError(name)
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    text = message.get_body(("plain",))
    html = message.get_body(("html",))
    return Email(
        envelope=_parse_envelope(name, message),
        headers=[(key, str(value)) for key, value in message.items()],
        text=text.get_content() if text else "",
        html=html.get_content() if html else "",
        message=message,
    )


def accepts_replies(email: Email) -> bool:
    """Whether the e-mail has a reply address."""
    return bool(email.message["Reply-To"])


def send_reply(name: str, text: str, *, now: datetime) -> str:
    """Reply as a mail program does, by SMTP to our own `mailin`; return the Message-ID.

    The reply quotes the e-mail below the text. Raises OSError if `mailin` is off.
    """
    email = open_email(name)
    own = email.message
    reply = EmailMessage()
    reply["From"], reply["To"] = str(own["To"]), str(own["Reply-To"])
    reply["Subject"] = f"Re: {email.envelope.subject}"
    reply["Message-ID"] = make_msgid(domain="mailbox.invalid")
    reply["Date"] = format_datetime(now)
    reply["In-Reply-To"] = str(own["Message-ID"])
    quoted = "\n".join(f"> {line}" for line in email.text.splitlines())
    at = email.envelope.sent_at
    when = f"On {at:%Y-%m-%d}, we" if at is not None else "We"
    reply.set_content(f"{text}\n\n{when} wrote:\n{quoted}\n")
    with smtplib.SMTP("127.0.0.1", settings.MAILIN_PORT, timeout=10) as server:
        server.send_message(reply)
    return str(reply["Message-ID"])


def read_picture(name: str, cid: str) -> tuple[bytes, str]:
    """Return an inline picture and its content type. Raises NoSuchEmailError."""
    for part in open_email(name).message.walk():
        if str(part["Content-ID"] or "").strip("<> ") == cid and part.get_content_maintype() == (
            "image"
        ):
            return cast(bytes, part.get_payload(decode=True)), part.get_content_type()
    raise NoSuchEmailError(cid)
