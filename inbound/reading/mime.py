"""Splits a message into its MIME parts within limits, with the standard library's parser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import EmailPolicy
from functools import lru_cache
from typing import Any, Final

from inbound.reading.limits import (
    MAX_BYTES,
    MAX_CONTENT_HEADER_LENGTH,
    MAX_DEPTH,
    MAX_HEADER_LENGTH,
    MAX_HEADERS,
    MAX_LINES,
    MAX_PARTS,
)
from inbound.reading.text import clean_text, decode_text

_NESTING: Final = re.compile(rb"boundary\s*\*?|^content-type:\s*message/", re.I | re.M)
_HEADERS_END: Final = re.compile(rb"\r?\n[ \t]*\r?\n")


class _BoundedPolicy(EmailPolicy):
    """The default e-mail policy, but with bounded headers and without parse errors."""

    def header_source_parse(self, sourcelines: Any) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        longest = (
            MAX_CONTENT_HEADER_LENGTH if name.lower().startswith("content-") else MAX_HEADER_LENGTH
        )
        return name, value[:longest]

    def header_fetch_parse(self, name: str, value: str) -> Any:
        if name.lower().startswith("content-") and isinstance(value, str):
            return _parse_description(name, value)
        return self.parse_header(name, value)

    def parse_header(self, name: str, value: str) -> Any:
        """Parse a header; falls back to its raw text."""
        try:
            return super().header_fetch_parse(name, value)
        except Exception:  # noqa: BLE001, RUF100 - the parser of headers fails in many ways
            return _clean_header(value)


@lru_cache(maxsize=256)
def _parse_description(name: str, value: str) -> Any:
    """Parse a Content-* header; cached because it is expensive and requested often."""
    return _POLICY.parse_header(name, value)


_POLICY: Final = _BoundedPolicy(raise_on_defect=False)


def _clean_header(value: str) -> str:
    return clean_text(value.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf part: content type, headers and decoded bytes."""

    kind: str
    message: Message[str, str]

    @property
    def data(self) -> bytes:
        """The decoded bytes; undecodable content is returned as received."""
        try:
            payload = self.message.get_payload(decode=True)
        except Exception:  # noqa: BLE001, RUF100
            return b""
        return payload if isinstance(payload, bytes) else b""

    @property
    def text(self) -> str:
        """The text, decoded even if its charset is mislabelled."""
        return clean_text(decode_text(self.data, self.param("charset")))

    def param(self, name: str) -> str:
        """Return a parameter of the content type, "" if missing."""
        try:
            value = self.message.get_param(name, "")
        except Exception:  # noqa: BLE001, RUF100
            return ""
        return value[2] if isinstance(value, tuple) else str(value or "")

    @property
    def is_attachment(self) -> bool:
        if not self.kind.startswith("text/") or self.kind == "text/calendar":
            return True
        try:
            return self.disposition == "attachment" or bool(self.message.get_filename())
        except Exception:  # noqa: BLE001, RUF100
            return True

    @property
    def disposition(self) -> str:
        """Return the Content-Disposition, "" if missing."""
        try:
            return self.message.get_content_disposition() or ""
        except Exception:  # noqa: BLE001, RUF100
            return "attachment"


@dataclass(slots=True)
class Parsed:
    """A message split into parts; `cut` if it exceeded a limit."""

    root: Message[str, str]
    headers: dict[str, list[str]] = field(default_factory=dict)
    too_large: bool = False
    cut: bool = False

    def first(self, name: str) -> str:
        """Return the first header of this name as text, "" if missing."""
        values = self.headers.get(name)
        return values[0] if values else ""

    def decode_header(self, name: str) -> str:
        """Return a header with encoded words decoded."""
        try:
            return clean_text(str(_POLICY.header_fetch_parse(name, self.first(name)) or ""))
        except Exception:  # noqa: BLE001, RUF100
            return self.first(name)


def split_message(raw: bytes) -> Parsed:
    """Split a message into parts; if it is too large or too deep, parse only its headers."""
    raw = raw.lstrip(b"\r\n\t ")
    raw = raw.partition(b"\n")[2] if raw.startswith((b"From ", b">From ")) else raw
    too_large = len(raw) > MAX_BYTES
    deep = sum(1 for _ in _NESTING.finditer(raw)) > 2 * MAX_DEPTH
    whole = not (too_large or deep or raw.count(b"\n--") > 8 * MAX_PARTS)
    kept, cut = (raw, False) if whole else (_strip_body(raw[:MAX_BYTES]), not too_large)
    if kept.count(b"\n") + kept.count(b"\r") > 2 * MAX_LINES:
        kept, cut = b"\n".join(kept.splitlines()[:MAX_LINES]), True
    try:
        root = message_from_bytes(kept, policy=_POLICY)
    except Exception:  # noqa: BLE001, RUF100
        root, cut = message_from_bytes(b"", policy=_POLICY), True
    parsed = Parsed(root, too_large=too_large, cut=cut)
    for number, (name, value) in enumerate(root.raw_items()):
        if number >= MAX_HEADERS:
            break
        parsed.headers.setdefault(name.lower(), []).append(_clean_header(str(value)).strip())
    return parsed


def _strip_body(raw: bytes) -> bytes:
    """Return the headers with an empty body."""
    end = _HEADERS_END.search(raw)
    return (raw[: end.start()] if end else raw) + b"\n\n"


def leaf_parts(root: Message[str, str]) -> Iterator[tuple[Part, tuple[Message[str, str], ...]]]:
    """Yield the leaf parts in order, each with its containers.

    An attached message counts as one leaf: this person did not write it.
    """
    waiting: list[tuple[Message[str, str], tuple[Message[str, str], ...]]] = [(root, ())]
    seen = 0
    while waiting and seen < MAX_PARTS:
        part, around = waiting.pop()
        seen += 1
        kind = content_type_of(part)
        inner = part.get_payload() if part.is_multipart() else None
        if isinstance(inner, list) and not kind.startswith("message/") and len(around) < MAX_DEPTH:
            inside = [each for each in inner[:MAX_PARTS] if isinstance(each, Message)]
            waiting += [(each, (*around, part)) for each in reversed(inside)]
        else:
            yield Part(kind, part), around


def content_type_of(part: Message[str, str]) -> str:
    """Return the content type, "text/plain" if it is missing or invalid."""
    try:
        return part.get_content_type().lower()
    except Exception:  # noqa: BLE001, RUF100
        return "text/plain"
