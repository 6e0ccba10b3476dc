"""Replies a second from the message to the queued answer, beside a plain Django view.

    python -m tests.bench.reading_stored [--number 100] [--rounds 3]

Each reply answers another match with a legal move above its quote. Ours stores the raw message,
claims it, reads it, plays the move and queues the answer. The plain side takes the text with the
standard library, keeps the message, and plays the first line: no token, no limits, no second copy,
no quotes but those with a mark, no answer. Turn and turn about, in one process on PostgreSQL;
processor time of this process counts, the ratio is of the medians.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, NamedTuple

from tests.bench.emails import play, prepare

SEED = "5eed" * 16


class Reply(NamedTuple):
    """An e-mail that plays a move, and what a plain site would find in the address."""

    raw: bytes
    address: str
    match: int
    seat: int
    seen: int


def main() -> None:
    """Print replies a second of both sides, and the ratio."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--number", type=int, default=100, help="replies a round and side")
    words.add_argument("--rounds", type=int, default=3)
    asked = words.parse_args()
    prepare()
    needed = 2 * asked.number * asked.rounds
    play(needed)
    waiting = replies()
    assert len(waiting) == needed, len(waiting)
    ours, plain = [], []
    for _round in range(asked.rounds):
        ours.append(rate([waiting.pop() for _each in range(asked.number)], read_ours))
        plain.append(rate([waiting.pop() for _each in range(asked.number)], read_plain))
    check(needed)
    print(f"ours : {statistics.median(ours):6.1f}/s  {[round(each, 1) for each in ours]}")
    print(f"plain: {statistics.median(plain):6.1f}/s  {[round(each, 1) for each in plain]}")
    print(f"ratio: {statistics.median(ours) / statistics.median(plain):6.2f}")


def replies() -> list[Reply]:
    """Return a reply for each running match, from whoever is to move."""
    from games.models import Match
    from games.services.match.loaded import load_match
    from notifications.addresses import About, Matter, reply_address

    found = []
    for match in Match.objects.filter(status="running").order_by("pk"):
        table = load_match(match)
        seat = next(each for each in table.seats if each.awaited)
        move = table.rules.spell(table.rules.moves(table.state, seat.number)[0])
        matter = Matter(
            About.MATCH,
            seat.player.pk,
            match.pk,
            match.ply_count,
            seat.number,
            seat.generation,
        )
        email = EmailMessage()
        email["From"], email["To"] = str(seat.player.address), reply_address(matter)
        email["Message-ID"], email["Subject"] = f"<{match.pk}@example.org>", "Re: your move"
        quote = "\n".join(f"> line {each} of what was written" for each in range(30))
        email.set_content(f"{move}\n\nOn Monday, 2 March 2026, Ampelpost wrote:\n{quote}\n")
        raw = email.as_bytes(policy=policy.SMTP)
        found.append(Reply(raw, email["To"], match.pk, seat.number, match.ply_count))
    return found


def read_ours(reply: Reply) -> None:
    """Store and settle, as every way in does."""
    from django.utils import timezone

    from inbound.services import handling, storage

    now = timezone.now()
    stored = storage.store_message(
        reply.raw, storage.Envelope(reply.address, "smtp"), now=now, wake=False
    )
    assert handling.handle_message(stored.pk, now=now, make_seed=lambda: SEED)


def read_plain(reply: Reply) -> None:
    """Do what a view would that trusts whatever comes."""
    from django.db import transaction
    from django.utils import timezone

    from games.services.play.play import play_turn
    from inbound.models import InboundMessage

    now = timezone.now()
    email: Any = message_from_bytes(reply.raw, policy=policy.default)
    lines = email.get_body(("plain",)).get_content().splitlines()
    text = next(line for line in lines if line.strip() and not line.startswith(">"))
    kept = {"raw": reply.raw, "size": len(reply.raw), "received_at": now, "next_at": now}
    with transaction.atomic():
        InboundMessage.objects.create(
            message_id=email["Message-ID"], recipient=reply.address, state="settled", **kept
        )
        play_turn(
            reply.match,
            _player(reply),
            text,
            seen=reply.seen,
            now=now,
            source="mail",
        )


def _player(reply: Reply) -> Any:
    from games.models import Seat

    return Seat.objects.select_related("player").get(match=reply.match, number=reply.seat).player


def rate(some: list[Reply], step: Callable[[Reply], None]) -> float:
    """Return replies a second of processor time."""
    begun = time.process_time()
    for each in some:
        step(each)
    return len(some) / (time.process_time() - begun)


def check(number: int) -> None:
    """Every reply is a move, and ours have an answer each."""
    from games.models import Ply
    from inbound.models import InboundMessage
    from notifications.models import Message

    assert Ply.objects.filter(source="mail").count() == number
    assert not InboundMessage.objects.exclude(state="settled").exists()
    assert Message.objects.filter(kind="answer").count() == number // 2


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main()
