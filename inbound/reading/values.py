"""The values a parsed message consists of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

DELIMITER: Final = "##- ampelpost -##"
"""The first line of every e-mail of ours begins so, in text and HTML alike; a sentence may follow.

Nothing below it is read as typed, even where a program quotes without any mark.
"""


class Kind(StrEnum):
    """Kind of message; only `PERSON` may be executed and answered."""

    PERSON = "person"
    AUTO_REPLY = "auto_reply"
    LIST = "list"
    OWN = "own"
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True)
class Address:
    """An address header entry; the address is lower case, "" if unreadable."""

    name: str = ""
    address: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What the person may sign with: the name, and the part before the @."""
        return (self.name, self.address.partition("@")[0])


@dataclass(frozen=True, slots=True)
class Check:
    """One result of `Authentication-Results`.

    `method` is "spf", "dkim", "dmarc", …; `result` "pass", "fail", "none", …; `domain` is the one
    checked; `server` the reporting server. Results of other servers are left out.
    """

    method: str
    result: str
    domain: str = ""
    server: str = ""


@dataclass(frozen=True, slots=True)
class Bounced:
    """A recipient whose e-mail was returned or is delayed.

    `hard`: permanent failure. `delayed`: the server keeps trying (nothing to do). `status` is as in
    RFC 3463 ("5.1.1"), "" if missing, like an unreadable `recipient`.
    """

    recipient: str
    hard: bool
    delayed: bool = False
    status: str = ""
    diagnostic: str = ""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A spam complaint about one of our e-mails (ARF, RFC 5965)."""

    feedback: str = "abuse"
    recipients: tuple[str, ...] = ()


_BULK_MARKS: Final = ("list-unsubscribe", "list-help", "precedence: bulk")
_PRESUMED: Final = ("from: a program", "subject: away", "x-auto-response-suppress:", *_BULK_MARKS)


@dataclass(frozen=True, slots=True)
class Reading:
    """A parsed message.

    `message_id` includes its angle brackets; if missing, it is derived from a digest of the
    message. `recipients` holds every address (lower case) it may have been sent to: To, Cc,
    Delivered-To, X-Original-To and the like. `typed` holds the lines the person typed, without
    quotes, attribution, signature, disclaimers, adverts and blank lines. `doubtful` says why
    `typed` must not be executed, "" if all is clear: "unmarked_quote" (typed lines and a quote
    cannot be distinguished), "readings_differ" (text and HTML differ), "undecodable", "encrypted",
    "enclosed" (inside its own signature), "too_long". `typed` is then only shown in the reply.

    `aside` holds omitted lines that may have been typed: apparent adverts, and the first line of
    paragraphs below one or below a rule. `below` holds the other lines there, and those below a
    "--" without its blank. Only the grammar can decide (`grammar.parse`).

    `right_below` holds the numbers (from 1) of typed lines directly below one that may have been
    wrapped; `below_quote` those directly below a quoted line that may continue in them.

    `absence` holds the marks of an out-of-office notice (`inbound.reading.absence`) without telling
    headers; only the grammar can decide whether it is one.

    `original` is the Message-ID of our e-mail that a bounce or complaint is about. `marks` are the
    headers that decided the kind, for the ledger.
    """

    kind: Kind
    message_id: str
    references: tuple[str, ...] = ()
    sender: Address = Address()
    recipients: tuple[str, ...] = ()
    subject: str = ""
    sent_at: datetime | None = None
    marks: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    doubtful: str = ""
    aside: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    right_below: frozenset[int] = frozenset()
    below_quote: frozenset[int] = frozenset()
    attachments: int = 0
    checks: tuple[Check, ...] = ()
    bounced: tuple[Bounced, ...] = ()
    complaint: Complaint | None = None
    absence: frozenset[str] = frozenset()
    original: str = ""

    @property
    def is_presumed_automatic(self) -> bool:
        """Whether it counts as automatic only by marks that people's e-mails may have, too."""
        automatic = self.kind in (Kind.AUTO_REPLY, Kind.LIST) and bool(self.marks)
        return automatic and all(each.lower().startswith(_PRESUMED) for each in self.marks)

    @property
    def is_bulk(self) -> bool:
        """Whether a header marks it as bulk mail, as some people's mail programs do, too."""
        return any(each.lower().startswith(_BULK_MARKS) for each in self.marks)
