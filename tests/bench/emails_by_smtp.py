"""Many e-mails at once, by several senders through a real SMTP server that counts and forgets.

    python -m tests.bench.emails_by_smtp [--number 10000] [--senders 2] [--plain 1000]

Posts turns of running matches, empties the outbox with so many processes as the scheduler would
start, and checks that every e-mail arrived once. Then one process sends e-mails as a plain site
would (`EmailMultiAlternatives`, one template, one connection) whose picture is as large: drawn
for each, or ready beforehand with `--ready`. Seconds are of the clock on the wall, with the
server on the same machine; processor seconds are those of the senders alone. Run it by day: e-mails
about turns wait in their readers' quiet hours.
"""

from __future__ import annotations

import argparse
import os
import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from email.mime.image import MIMEImage
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from tests.bench.emails import own_share, play, prepare, put_back

POSITIONS = 1000  # matches that are really played; their e-mails are copied beyond that
_MESSAGE_ID = re.compile(rb"(?im)^message-id:\s*(\S+)")


class Run(NamedTuple):
    """How many e-mails went out, in how long, and how busy the senders were."""

    number: int
    seconds: float
    processor: float

    @property
    def line(self) -> str:
        """Return the figures as they are printed."""
        return (
            f"{self.number:6d} e-mails  {self.seconds:7.1f} s  {self.number / self.seconds:6.0f}/s"
            f"  processor {self.processor:7.1f} s  {self.number / self.processor:6.0f}/s"
        )


def main() -> None:
    """Print count, seconds, e-mails a second, processor seconds, and the ratios."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--number", type=int, default=10_000)
    words.add_argument("--senders", type=int, default=2)
    words.add_argument("--plain", type=int, default=1000, help="e-mails of the plain side")
    words.add_argument("--ready", action="store_true", help="plain pictures are drawn beforehand")
    asked = words.parse_args()
    prepare()
    from notifications import pictures

    boards = play(min(asked.number, POSITIONS))
    copy_up_to(asked.number)
    ours, other = get_context("spawn").Pipe()
    server = get_context("spawn").Process(target=serve, args=(other,), daemon=True)
    server.start()
    try:
        point_at(ours.recv())
        sent = empty_outbox(asked.number, asked.senders)
        count, different = arrived(ours)
        assert (count, different) == (asked.number, asked.number), f"{count=} {different=}"
        some = [boards[each % len(boards)] for each in range(asked.plain)]
        drawn = {svg: pictures.render_png(svg) for svg in set(some)} if asked.ready else {}
        plain = timed(asked.plain, lambda: send_plain(some, drawn))
        assert arrived(ours)[0] == asked.plain
    finally:
        server.terminate()
        server.join(10)
    print(f"{asked.senders} senders: {sent.line}")
    print(f"plain     : {plain.line}")
    wall = (sent.number / sent.seconds) / (plain.number / plain.seconds)
    busy = (sent.number / sent.processor) / (plain.number / plain.processor)
    print(f"ratio     : {wall:.2f} on the wall, {busy:.2f} a sender by processor time,", end=" ")
    print(f"{busy * asked.senders:.2f} all senders by processor time")


def copy_up_to(number: int) -> None:
    """Copy e-mails about turns under keys and Message-IDs of their own, up to so many."""
    from notifications.models import Message

    rows = list(Message.objects.filter(kind="your_turn").order_by("-pk")[:POSITIONS])
    copies = []
    for each in range(max(0, number - len(rows))):
        row = Message.objects.model.from_db(
            "default",
            [field.attname for field in Message._meta.concrete_fields],
            [getattr(rows[each % len(rows)], f.attname) for f in Message._meta.concrete_fields],
        )
        row.pk, row.key = None, f"copy:{each}"
        row.message_id = f"<{uuid.uuid4().hex}@example.org>"
        row._state.adding = True
        copies.append(row)
    Message.objects.bulk_create(copies, batch_size=1000)


def serve(pipe: Connection) -> None:
    """Be an SMTP server: say on which port, then answer each question with what has arrived."""
    from aiosmtpd.controller import Controller

    from tests.services import free_port

    arrivals: list[bytes] = []

    class Counting:
        async def handle_DATA(  # noqa: N802
            self, _server: Any, _session: Any, envelope: Any
        ) -> str:
            found = _MESSAGE_ID.search(envelope.content[:8000])
            arrivals.append(found[1] if found else b"")
            return "250 OK"

    port = free_port()
    controller = Controller(Counting(), hostname="127.0.0.1", port=port)
    controller.start()
    pipe.send(port)
    while True:
        pipe.recv()
        pipe.send((len(arrivals), len(set(arrivals))))
        arrivals.clear()


def point_at(port: int) -> None:
    """Let Django send to this server."""
    from django.conf import settings

    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port


def arrived(pipe: Connection) -> tuple[int, int]:
    """Return how many e-mails have arrived since the last question, and how many different ones."""
    pipe.send(None)
    count, different = pipe.recv()
    return int(count), int(different)


def empty_outbox(number: int, senders: int) -> Run:
    """Let so many processes send what is due."""
    from django.db import connections

    put_back(number)
    connections.close_all()
    begun = time.monotonic()
    with ProcessPoolExecutor(senders, mp_context=get_context("fork")) as pool:
        shares = [each.result() for each in [pool.submit(own_share) for _each in range(senders)]]
    seconds = time.monotonic() - begun
    assert sum(sent for sent, _time in shares) == number, "sent twice, or not at all"
    return Run(number, seconds, sum(spent for _sent, spent in shares))


def timed(number: int, send: Callable[[], Any]) -> Run:
    """Send in this process."""
    begun, busy = time.monotonic(), time.process_time()
    send()
    return Run(number, time.monotonic() - begun, time.process_time() - busy)


def send_plain(boards: list[str], drawn: dict[str, bytes]) -> None:
    """Send as a plain site would, over one connection; draw the pictures that are not drawn."""
    from django.core.mail import EmailMultiAlternatives, get_connection
    from django.template import Context, Template

    from notifications import pictures

    text = Template("Hello {{ name }},\n\nit is your turn: {{ url }}\n")
    page = Template('<p>Hello {{ name }}</p><img src="cid:board"><a href="{{ url }}">Play</a>')
    connection = get_connection()
    connection.open()
    for number, svg in enumerate(boards):
        values = Context({"name": f"P {number}", "url": f"https://example.org/matches/{number}/"})
        email = EmailMultiAlternatives("Your turn", text.render(values), to=["p@example.org"])
        email.attach_alternative(page.render(values), "text/html")
        picture = MIMEImage(drawn.get(svg) or pictures.render_png(svg), "png")
        picture.add_header("Content-ID", "<board>")
        email.attach(picture)
        connection.send_messages([email])
    connection.close()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main()
