"""Parses headers: sender, recipients, date, subject, authentication results."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import getaddresses, parsedate_to_datetime
from typing import Final

from inbound.reading.mime import Parsed
from inbound.reading.text import to_one_line
from inbound.reading.values import Address, Check

_MESSAGE_ID: Final = re.compile(r"<[^<>\s@]{1,300}@[^<>\s@]{1,300}>")
_ADDRESS: Final = re.compile(
    r"[^\s<>@,;:\"()\[\]\\]{1,200}@[\w.-]{1,200}|[\w.+=~-]{1,200}@\[[\d.:a-f]+\]"
)
_RECIPIENT_HEADERS: Final = (
    "to", "cc", "bcc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "x-rcpt-to",
    "x-forwarded-to", "resent-to", "apparently-to", "x-delivered-to", "original-recipient",
)  # fmt: skip
_IDNA_AMBIGUOUS: Final = re.compile("[ßς\u200c\u200d]")  # characters that the IDNA codec replaces
_MAX_VALUES: Final = 100  # addresses or ids
_MAX_SUBJECT_LENGTH: Final = 500
_COMMENT: Final = re.compile(r"\([^()]*\)")
_CHECK: Final = re.compile(r"\s*([a-z][\w-]*)\s*(?:/\s*\d+\s*)?=\s*([a-z]+)", re.I)
_CHECKED: Final = re.compile(
    r"\b(?:header\.(?:d|i|from)|smtp\.(?:mailfrom|mail|helo))\s*=\s*\"?([^\s;\"]{1,250})", re.I
)


def parse_addresses(text: str) -> list[Address]:
    """Parse an address header; invalid entries are omitted."""
    try:
        pairs = getaddresses([text], strict=False)
    except TypeError:  # older Pythons lack the parameter
        pairs = getaddresses([text])
    except Exception:  # noqa: BLE001, RUF100
        pairs = []
    known = [Address(to_one_line(name, 200), each.lower()) for name, each in pairs[:_MAX_VALUES]]
    good = [each for each in known if _ADDRESS.fullmatch(each.address)]
    return good or [Address(address=each.lower()) for each in _ADDRESS.findall(text)[:_MAX_VALUES]]


def parse_sender(parsed: Parsed) -> Address:
    """Return the author from the From header; Sender is ignored."""
    found = parse_addresses(parsed.decode_header("from"))
    if found and not found[0].name:  # "anna@example.org (Anna)"
        written = parse_addresses(parsed.first("from"))
        found = written if written and written[0].address == found[0].address else found
    return found[0] if found else Address(to_one_line(parsed.decode_header("from"), 200))


def is_same_mailbox(one: str, other: str) -> bool:
    """Whether two addresses are equivalent: IDN spelling of the domain, gmail/googlemail."""
    return _normalize_address(one) == _normalize_address(other)


def _normalize_address(address: str) -> str:
    name, _at, domain = address.strip().lower().rpartition("@")
    if not domain.isascii() and not _IDNA_AMBIGUOUS.search(domain):
        with suppress(UnicodeError):
            domain = domain.encode("idna").decode("ascii")
    return f"{name}@{'gmail.com' if domain == 'googlemail.com' else domain}"


def parse_recipients(parsed: Parsed) -> tuple[str, ...]:
    """Return all addresses the message may have been sent to, without duplicates."""
    found: dict[str, None] = {}
    for name in _RECIPIENT_HEADERS:
        for value in parsed.headers.get(name, [])[:20]:
            given = value.rpartition(";")[2] if name == "original-recipient" else value
            found |= dict.fromkeys(each.address for each in parse_addresses(given))
    return tuple(found)[:_MAX_VALUES]


def parse_message_ids(text: str) -> tuple[str, ...]:
    """Return the Message-IDs in a header."""
    return tuple(_MESSAGE_ID.findall(text)[-_MAX_VALUES:])


def parse_subject(parsed: Parsed) -> str:
    return to_one_line(parsed.decode_header("subject"), _MAX_SUBJECT_LENGTH)


def parse_date(parsed: Parsed) -> datetime | None:
    """Return the Date header; a time without offset counts as UTC."""
    try:
        found = parsedate_to_datetime(parsed.first("date")[:200])
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        return found.astimezone(UTC)
    except Exception:  # noqa: BLE001, RUF100 - dates fail in many ways
        return None


def parse_return_path(parsed: Parsed) -> str | None:
    """Return the envelope sender: "" for "<>", None without the header."""
    values = parsed.headers.get("return-path")
    if not values:
        return None
    found = _ADDRESS.findall(values[0])
    return found[0].lower() if found else ""


def parse_checks(parsed: Parsed, server: str) -> tuple[Check, ...]:
    """Return the receiving server's sender checks (Authentication-Results, RFC 8601)."""
    wanted = server.lower()
    found: list[Check] = []
    for value in parsed.headers.get("authentication-results", [])[:20]:
        name, _semicolon, rest = _COMMENT.sub(" ", value).partition(";")
        name = name.split()[0].lower() if name.split() else ""
        wanted = wanted or name
        if name != wanted:
            continue
        for entry in rest.split(";")[:20]:
            match = _CHECK.match(entry)
            if match:
                domain = _CHECKED.search(entry)
                checked = domain[1].rpartition("@")[2].lower() if domain else ""
                found.append(Check(match[1].lower(), match[2].lower(), checked, name[:200]))
    return tuple(found)
