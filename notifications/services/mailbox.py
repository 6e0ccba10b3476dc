"""Reading the e-mails that the folder backend wrote (development only)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from pathlib import Path
from typing import cast

from django.conf import settings

NAME = re.compile(r"[0-9A-Za-z-]+\.eml")


class NoSuchEmailError(LookupError):
    """The folder holds no e-mail of that name."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """One line of the list."""

    name: str
    to: str
    subject: str
    kind: str
    sent_at: datetime


@dataclass(frozen=True, slots=True)
class Email:
    """One opened e-mail."""

    envelope: Envelope
    headers: list[tuple[str, str]]
    text: str
    html: str
    message: EmailMessage


def _folder() -> Path:
    """Return the folder of e-mails."""
    return Path(settings.EMAIL_FOLDER)


def _envelope(name: str, message: EmailMessage) -> Envelope:
    """Read the outside of an e-mail."""
    return Envelope(
        name=name,
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        kind=str(message["X-Email-Kind"] or ""),
        sent_at=message["Date"].datetime,
    )


def envelopes(address: str = "", limit: int = 200) -> list[Envelope]:
    """Return up to ``limit`` e-mails, newest first, only those whose To: holds ``address``."""
    parser = BytesHeaderParser(policy=policy.default)
    found: list[Envelope] = []
    for path in sorted(_folder().glob("*.eml"), reverse=True):
        with path.open("rb") as file:
            envelope = _envelope(path.name, parser.parse(file))
        if address.casefold() in envelope.to.casefold():
            found.append(envelope)
        if len(found) >= limit:
            break
    return found


def open_email(name: str) -> Email:
    """Return one e-mail; NoSuchEmailError where the name is not one of ours."""
    path = _folder() / name
    if not NAME.fullmatch(name) or not path.is_file():
        raise NoSuchEmailError(name)
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    text = message.get_body(("plain",))
    html = message.get_body(("html",))
    return Email(
        envelope=_envelope(name, message),
        headers=[(key, str(value)) for key, value in message.items()],
        text=text.get_content() if text else "",
        html=html.get_content() if html else "",
        message=message,
    )


def picture(name: str, cid: str) -> tuple[bytes, str]:
    """Return an inline picture and its type; NoSuchEmailError if there is none."""
    for part in open_email(name).message.walk():
        if str(part["Content-ID"] or "").strip("<> ") == cid and part.get_content_maintype() == (
            "image"
        ):
            return cast(bytes, part.get_payload(decode=True)), part.get_content_type()
    raise NoSuchEmailError(cid)
