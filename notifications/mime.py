"""MIME structure of our e-mails: text, HTML with inline pictures, perhaps a calendar file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from email.header import Header, decode_header, make_header
from email.mime.image import MIMEImage
from email.policy import Compat32
from email.utils import formataddr, getaddresses, parseaddr
from typing import Any, Final

from django.core.mail import EmailMultiAlternatives, SafeMIMEMultipart, SafeMIMEText

from notifications import pictures

FOLD_LENGTH: Final = 78
MAX_LINE: Final = 76  # an encoded word of 75 characters (RFC 2047, 2) and the space before it
_ENCODED_WORD: Final = r"=\?[\w-]+\?[bq]\?[^?\s]*\?="
_ENCODED_WORDS: Final = re.compile(rf"{_ENCODED_WORD}(?:\s+{_ENCODED_WORD})*", re.IGNORECASE)


class FastHeaderPolicy(Compat32):
    """Writes short headers unchanged; finding out where to fold them takes ten times as long."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        line = f"{name}: {value}"
        if (
            isinstance(value, str)
            and line.isascii()
            and line.isprintable()
            and len(line) < FOLD_LENGTH
        ):
            return f"{line}{self.linesep}".encode()
        return super().fold_binary(name, value)


POLICY: Final = FastHeaderPolicy()


class Email(EmailMultiAlternatives):
    """An e-mail with inline pictures; only a calendar file is attached."""

    mixed_subtype = "related"
    metadata: Mapping[str, str] = {}
    calendar: Mapping[str, str] = {}  # its method (RFC 5546) and its text
    outdated: Sequence[tuple[int, str]] = ()  # (pk, reason) of e-mails that a digest left out

    def _create_attachments(self, msg: Any) -> Any:
        """Attach the calendar at the top level, so that mail programs offer it."""
        whole = super()._create_attachments(msg)  # type: ignore[misc]
        if not self.calendar:
            return whole
        mixed = SafeMIMEMultipart(_subtype="mixed", encoding=self.encoding or "utf-8")
        mixed.attach(whole)
        file = SafeMIMEText(self.calendar["text"], "calendar", "utf-8")
        file.set_param("method", self.calendar["method"])
        file.add_header("Content-Disposition", "attachment", filename="deadline.ics")
        mixed.attach(file)
        return mixed

    def message(self, *given: Any, **named: Any) -> Any:
        """Return the MIME message, with boundaries from the unguessable Message-ID.

        Otherwise every part would be searched for each random boundary.
        """
        found = super().message(*given, **named)
        found.policy = POLICY
        for name, write_again in HEADER_ENCODERS.items():
            value = str(found[name] or "")
            if "=?" in value and any(
                len(line) > MAX_LINE for line in f"{name}: {value}".split("\n")
            ):
                found.replace_header(name, write_again(name, value))
        unique = parseaddr(str(found["Message-ID"]))[1].partition("@")[0]
        for number, part in enumerate(each for each in found.walk() if each.is_multipart()):
            part.set_boundary(f"={unique}={number}")
        return found


def _reencode_header(name: str, value: str) -> str:
    """Re-encode a header so that its encoded words respect the line limit."""

    def shorter(words: re.Match[str]) -> str:
        text = str(make_header(decode_header(words.group())))
        return Header(text, "utf-8", maxlinelen=MAX_LINE, header_name=name).encode()

    return _ENCODED_WORDS.sub(shorter, value)


def _reencode_mailboxes(name: str, value: str) -> str:
    """Re-encode the names in a list of addresses, one address per line."""
    return ",\n ".join(
        f"{_reencode_header(name, called)}\n <{address}>"
        if "=?" in called
        else formataddr((called, address))
        for called, address in getaddresses([value])
    )


HEADER_ENCODERS: Final[Mapping[str, Callable[[str, str], str]]] = {
    "Subject": _reencode_header,
    **dict.fromkeys(("From", "To", "Cc", "Reply-To", "List-Id"), _reencode_mailboxes),
}


def inline_picture(svg: str, cid: str) -> MIMEImage:
    image = MIMEImage(pictures.png(svg), "png")
    image.add_header("Content-ID", f"<{cid}>")
    image.add_header("Content-Disposition", "inline", filename="board.png")
    return image
