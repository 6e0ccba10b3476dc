"""What a message holds once it has been read."""

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
    """What sort of message it is; only `PERSON` may be acted on and answered."""

    PERSON = "person"
    AUTO_REPLY = "auto_reply"
    LIST = "list"
    OWN = "own"
    BOUNCE = "bounce"
    COMPLAINT = "complaint"
    TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True)
class Address:
    """Somebody in a header; the address is in lower case, and empty where none can be read."""

    name: str = ""
    address: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """By what somebody may sign: the name, and what stands before the @."""
        return (self.name, self.address.partition("@")[0])


@dataclass(frozen=True, slots=True)
class Check:
    """One result of `Authentication-Results`, as the receiving server wrote it.

    `method` is "spf", "dkim", "dmarc", …; `result` "pass", "fail", "none", …; `domain` what was
    checked; `server` who says so. Results of other servers than the one asked about are left out.
    """

    method: str
    result: str
    domain: str = ""
    server: str = ""


@dataclass(frozen=True, slots=True)
class Bounced:
    """A recipient that an e-mail did not reach, or not yet.

    `hard`: it never will. `delayed`: the server is still trying (nothing to do). `status` is as in
    RFC 3463 ("5.1.1"), empty if the report names none, as is a `recipient` that cannot be read.
    """

    recipient: str
    hard: bool
    delayed: bool = False
    status: str = ""
    diagnostic: str = ""


@dataclass(frozen=True, slots=True)
class Complaint:
    """Somebody has called an e-mail of ours spam (ARF, RFC 5965)."""

    feedback: str = "abuse"
    recipients: tuple[str, ...] = ()


_IN_BULK: Final = ("list-unsubscribe", "list-help", "precedence: bulk")
_PRESUMED: Final = ("from: a program", "subject: away", "x-auto-response-suppress:", *_IN_BULK)


@dataclass(frozen=True, slots=True)
class Reading:
    """A message, read as far as it can be.

    `message_id` has its angle brackets; where a message has none, it is made from a digest of the
    message. `recipients` holds every address that it may have been sent to, in lower
    case: To, Cc, Delivered-To, X-Original-To and their kind. `typed` holds the lines that the
    person typed, without quotes, attribution, signature, disclaimers, adverts and blank lines.

    `doubtful` says why nothing of `typed` may be done, although it is no error of the grammar;
    empty if all is clear. Its codes: "unmarked_quote" (typed lines and a quote cannot be told
    apart), "readings_differ" (text and HTML say different things), "undecodable", "encrypted",
    "enclosed" (inside its own signature), "too_long". Then `typed` is what is shown when asking
    again.

    `aside` holds lines that were left out, but may be typed: what looks like an advert, what begins
    a paragraph below it or below a rule. `below` holds the other lines there, and those below a
    "--" without its blank. Only who knows the commands can tell (`grammar.parse`).

    `right_below` holds the numbers (from 1) of typed lines right below one that the program may
    have wrapped, with no blank line between; `below_quote` those right below a quoted line that may
    go on in them.

    `absence` holds the marks of a notice of absence (`inbound.reading.absence`) that no header
    gives away: only who knows the commands can tell whether it is one.

    `original` is the Message-ID of the e-mail of ours that a bounce or complaint is about. `marks`
    are the headers that decided the kind, for the ledger.
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
    def is_presumed(self) -> bool:
        """Whether it is taken for no person's by marks that people's e-mails have, too."""
        automatic = self.kind in (Kind.AUTO_REPLY, Kind.LIST) and bool(self.marks)
        return automatic and all(each.lower().startswith(_PRESUMED) for each in self.marks)

    @property
    def is_in_bulk(self) -> bool:
        """Whether a mark says that it was sent to many, as some people's programs write, too."""
        return any(each.lower().startswith(_IN_BULK) for each in self.marks)
