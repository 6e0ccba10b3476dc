"""A reply as a program is given it, and the bytes of messages."""

import base64
import quopri
from dataclasses import dataclass
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from html import escape

from tests.mail.programs import original


@dataclass(frozen=True)
class Reply:
    """What somebody types, where, and what they answer."""

    language: str
    name: str
    address: str
    lines: tuple[str, ...]
    at: datetime
    number: int
    below: bool = False

    ours = "Anna – Ampelpost"
    token = "play+AbC-def_123456@post.example"

    @property
    def subject(self) -> str:
        return "[4×3] Anna – Ben, 7"

    @property
    def quoted(self) -> str:
        return original.text(self.language, self.name.split()[0])

    @property
    def quoted_html(self) -> str:
        return original.html(self.language, self.name.split()[0])

    @property
    def typed(self) -> str:
        return "\n".join(self.lines)

    def typed_html(self, block: str = "div") -> str:
        return "".join(
            f"<{block}>{escape(line, quote=False) or '<br>'}</{block}>" for line in self.lines
        )


def quote(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def folded(text: str, width: int = 72) -> str:
    """Break lines as programs do: at blanks, with no regard to what they say."""
    done = []
    for line in text.split("\n"):
        while len(line) > width and " " in line[1:width]:
            cut = line.rindex(" ", 1, width)
            done.append(line[:cut])
            line = line[cut + 1 :]
        done.append(line)
    return "\n".join(done)


def word(text: str) -> str:
    """A header's text as an encoded word where it is not ASCII."""
    return text if text.isascii() else Header(text, "utf-8", maxlinelen=200).encode()


def head(reply: Reply, subject: str, message_id: str, *more: str) -> str:
    return "\r\n".join(
        [
            f"Return-Path: <{reply.address}>",
            f"Delivered-To: {reply.token}",
            "Received: from mx.sender.example (mx.sender.example [192.0.2.1])",
            "\tby mx.post.example (Postfix) with ESMTPS id 4AbC12; Mon, 23 Nov 2026 10:40:00 +0100",
            "Authentication-Results: mx.post.example; dkim=pass header.d="
            f"{reply.address.rpartition('@')[2]}; spf=pass smtp.mailfrom={reply.address};",
            f" dmarc=pass header.from={reply.address.rpartition('@')[2]}",
            f"From: {word(reply.name)} <{reply.address}>",
            f"To: {word(reply.ours)} <{reply.token}>",
            f"Subject: {word(subject)}",
            f"Date: {format_datetime(reply.at)}",
            f"Message-ID: {message_id}",
            "In-Reply-To: <7.seat0@post.example>",
            "References: <match-42@post.example> <7.seat0@post.example>",
            "MIME-Version: 1.0",
            *more,
            "",
        ]
    )


def part(text: str, kind: str, charset: str = "utf-8", encoding: str = "quoted-printable") -> bytes:
    """A part with its headers; the charset is what the text is really in."""
    data = text.replace("\n", "\r\n").encode(charset, "xmlcharrefreplace")
    if encoding == "base64":
        body = base64.encodebytes(data).replace(b"\n", b"\r\n")
    elif encoding == "quoted-printable":
        body = quopri.encodestring(data.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n")
    else:
        body = data
    return f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode() + body


def joined(kind: str, boundary: str, *parts: bytes, preamble: str = "") -> bytes:
    """A multipart: its header, and its parts between boundaries."""
    line = f"\r\n--{boundary}\r\n".encode()
    start = f'Content-Type: {kind}; boundary="{boundary}"\r\n\r\n{preamble}'.encode()
    return start + b"".join(line + each for each in parts) + f"\r\n--{boundary}--\r\n".encode()
