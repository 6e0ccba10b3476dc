"""The mailboxes of people who see nothing else of the site, and the way between both.

E-mails go out to a real SMTP server and come in through `mailin`; time passes where a test says so.
"""

from __future__ import annotations

import asyncio
import os
import re
import smtplib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.db import connection

from config.running import ports
from games.services.play import flags, mail_pauses
from inbound import listening
from inbound.services import handling, storage
from notifications import addresses
from tests.emails import deliver_due
from tests.inbound.test_listening import ended
from tests.inbound.test_returns import report
from tests.patience import PATIENCE
from tournaments.referees.services import cases, claims
from tournaments.services.seasons import running

SEED = "5eed" * 16
MARK = addresses.REPLY_MARKER
PAGE = Path(__file__).parents[2] / "docs" / "by-mail.md"


@dataclass
class Clock:
    """The time for everybody."""

    now: datetime


@dataclass
class Received:
    """An e-mail in a mailbox, and the address to which it would have come back."""

    email: EmailMessage
    return_path: str

    @property
    def text(self) -> str:
        """What the e-mail says as plain text."""
        part = self.email.get_body(("plain",))
        assert part is not None
        return str(part.get_content()).replace("\r\n", "\n")

    @property
    def subject(self) -> str:
        return str(self.email["Subject"]).strip()  # a folded one begins with a blank

    @property
    def reply_to(self) -> str:
        return str(self.email["Reply-To"] or "")

    @property
    def message_id(self) -> str:
        return str(self.email["Message-ID"])

    @property
    def answers(self) -> str:
        """The Message-ID of the e-mail that it answers."""
        return str(self.email["In-Reply-To"] or "").strip()

    @property
    def body(self) -> str:
        """What stands between the lines about answering and the footer."""
        text = self.text
        if text.startswith(MARK):
            text = text.partition("\n\n")[2]
        return text.partition("\n-- \n")[0].strip()

    @property
    def hint(self) -> str:
        """The line that says what one can answer; empty where nothing is read."""
        mark, _line, rest = self.text.partition("\n")
        return rest.partition("\n")[0] if mark == MARK else ""

    @property
    def moves(self) -> list[str]:
        """The moves that are listed, each above its link."""
        return re.findall(r"^(\S+)[^\n]*\n  https?://\S+/m/\S+$", self.text, re.M)

    @property
    def sent_at(self) -> datetime:
        return parsedate_to_datetime(str(self.email["Date"]))

    @property
    def addresses(self) -> list[str]:
        """The further addresses to which one can write, as the answer to "status" names them."""
        return re.findall(r"play\+\w+@[\w.]+", self.body)

    @property
    def suggested(self) -> str:
        """The first word in quotation marks that one is told to write."""
        found = re.search(r"[“„«]\s*([^”“»]+?)\s*[”“»]", self.hint)
        return found[1] if found else ""


@dataclass
class Sink:
    """The mailboxes of everybody."""

    boxes: dict[str, list[Received]] = field(default_factory=dict)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        email = message_from_bytes(envelope.content, policy=policy.default)
        for address in envelope.rcpt_tos:
            received = Received(email, envelope.mail_from)
            self.boxes.setdefault(address, []).append(received)
        return "250 OK"


@pytest.fixture
def clock(noon: datetime) -> Clock:
    """Return the time, which passes only where somebody lets it."""
    return Clock(noon)


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    """Return a real SMTP server to which the site sends."""
    sink = Sink()
    controller = Controller(sink, hostname="127.0.0.1", port=ports.find_free_port(0))
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_PORT = controller.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.SITE_URL = "https://play.example.org"
    settings.DEFAULT_FROM_EMAIL = "Ampelpost <post@ampelpost.example>"
    yield sink
    controller.stop()


@pytest.fixture
def mailin(clock: Clock) -> Iterator[int]:
    """Return the port of `mailin`, in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def keep(raw: bytes, recipient: str, sender: str) -> None:
        try:
            envelope = storage.Envelope(recipient, "smtp", sender)
            storage.store_message(raw, envelope, now=clock.now, wake=False)
        finally:
            connection.close()

    opened = listening.open_server(listening.Listener(), keep, addresses.is_ours)
    server = asyncio.run_coroutine_threadsafe(opened, loop).result(PATIENCE)
    yield server.sockets[0].getsockname()[1]
    asyncio.run_coroutine_threadsafe(ended([server]), loop).result(PATIENCE)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(PATIENCE)
    loop.close()


class Post:
    """Between the mailboxes and the site: sends what people write, lets time pass."""

    def __init__(self, sink: Sink, port: int, clock: Clock) -> None:
        self.sink, self.port, self.clock = sink, port, clock
        self.sent: dict[str, str] = {}

    @property
    def now(self) -> datetime:
        return self.clock.now

    def exchange(self) -> None:
        """Let what has come in be read, and what is due go out."""
        while handling.process_due(now=self.now, make_seed=lambda: SEED):
            continue
        while deliver_due(self.now).sent:
            continue

    def pass_time(self, span: timedelta) -> None:
        """Let time pass, and do what the timetable's tasks do."""
        self.exchange()
        self.clock.now += span
        flags.settle_flags(now=self.now)
        flags.send_reminders(now=self.now)
        mail_pauses.update_mail_pauses(now=self.now)
        running.advance_all(now=self.now, make_seed=lambda: SEED)
        claims.process_due_claims(now=self.now)
        cases.close_cases(now=self.now)
        self.exchange()

    def submit(self, raw: bytes, sender: str, recipient: str) -> None:
        """Hand an e-mail over, as the mail server of whoever wrote it does."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as client:
            client.sendmail(sender, [recipient], raw)

    def come_back(self, received: Received, status: str) -> None:
        """Let an e-mail come back as undeliverable (RFC 3464)."""
        address = str(received.email["To"])
        raw = report(address, action="failed", status=status, name=str(len(self.sent)))
        self.submit(raw, "", received.return_path)


@dataclass
class Reader:
    """Somebody with a mailbox and nothing else."""

    name: str
    post: Post
    read: int = 0
    written: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"

    @property
    def box(self) -> list[Received]:
        return self.post.sink.boxes.setdefault(self.address, [])

    def unread(self) -> list[Received]:
        """Return what has come since the last look."""
        found = self.box[self.read :]
        self.read = len(self.box)
        return found

    def newest(self, word: str = "") -> Received:
        """Return the newest e-mail whose subject holds a word."""
        return next(each for each in reversed(self.box) if word in each.subject)

    def answer(self, received: Received, text: str, *, to: str = "", below: bool = False) -> str:
        """Answer an e-mail above or below its quote; return the Message-ID of the answer."""
        number = len(self.post.sent)
        reply = EmailMessage()
        reply["From"] = f"{self.name} <{self.address}>"
        reply["To"] = recipient = to or received.reply_to
        reply["Subject"] = f"Re: {received.subject}"
        reply["Message-ID"] = f"<{number}.{self.name.lower()}@example.org>"
        reply["In-Reply-To"] = received.message_id
        reply["Date"] = format_datetime(self.post.now)
        quoted = "\n".join(f"> {line}" for line in received.text.splitlines())
        lead = "On Monday, 2 March 2026, Ampelpost wrote:"
        if to:
            reply.set_content(f"{text}\n")
        elif below:
            reply.set_content(f"{lead}\n{quoted}\n\n{text}\n")
        else:
            reply.set_content(f"{text}\n\n{lead}\n{quoted}\n")
        self.post.sent[str(reply["Message-ID"])] = text
        self.written.append(str(reply["Message-ID"]))
        self.post.submit(reply.as_bytes(policy=policy.SMTP), self.address, recipient)
        return str(reply["Message-ID"])

    def answers_to(self, message_id: str) -> list[Received]:
        """Return what has come as the answer to one of one's own e-mails."""
        return [each for each in self.box if each.answers == message_id]


def shortened(text: str) -> str:
    """Leave out what every e-mail has: the lines above the greeting, the footer, the links."""
    body = text.partition("\n\n")[2].partition("\n-- \n")[0]
    body = re.sub(r"\nTo play, open the link.*?\n\n(?=You can also)", "\n", body, flags=re.S)
    return re.sub(r"\n{3,}", "\n\n", body.partition("\nThe match:")[0]).strip()


def indented(text: str) -> list[str]:
    """Indent lines as blocks of the docs are."""
    return [f"    {line}".rstrip() for line in text.splitlines()]


def require_in_docs(name: str, lines: list[str]) -> None:
    """Ask that docs/by-mail.md holds a transcript; with ``WRITE_TRANSCRIPT=1`` write it anew."""
    text = "\n".join(lines).strip()
    text = re.sub(r"\b([Mm]atch|Partie|[Pp]artita) \d+", r"\1 7", text)
    text = re.sub(r"\b([Cc]ase|Fall|[Cc]aso|Nummer) \d+", r"\1 3", text)
    text = re.sub(r"/(matches|tournaments|cases)/\d+/", r"/\1/7/", text)
    text = re.sub(r"play\+\w+@", "play+…@", text)
    text = re.sub(r"/by-mail/[^/\s]+/", "/by-mail/…/", text)
    page = PAGE.read_text()
    before, mark, rest = page.partition(f"<!-- {name} -->\n")
    _old, end, after = rest.partition(f"<!-- end of the {name} -->")
    assert mark, name
    assert end, name
    wanted = f"{before}{mark}\n{text}\n\n{end}{after}"
    if os.environ.get("WRITE_TRANSCRIPT"):
        PAGE.write_text(wanted)
    assert PAGE.read_text() == wanted
