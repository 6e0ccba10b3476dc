"""E-mails a second beside plain EmailMultiAlternatives with a picture of the same size.

    python -m tests.bench.emails [--number 400]

Both sides compose in this process and hand over to a backend that writes the message out and
forgets it, turn and turn about; the ratio is what counts. Ours reads the outbox, claims, refolds
the board, draws it, inlines the styles and marks what is sent. The plain side renders one
template and draws the same board anew for each, as wide. Rates are of processor time; two senders
count what both do in theirs, which is what two idle cores would.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROUNDS = 5


def main() -> None:
    """Post turns of running matches, send them by both ways and print rates and ratio."""
    words = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    words.add_argument("--number", type=int, default=400, help="e-mails a round and side")
    asked = words.parse_args()
    prepare()
    boards = play(asked.number)
    ours, plain, pairs = [], [], []
    for _round in range(ROUNDS):
        ours.append(rate(asked.number, send_ours))
        plain.append(rate(asked.number, lambda: send_plain(boards)))
        pairs.append(rate_of_two(asked.number))
    print(f"ours          : {statistics.median(ours):7.0f}/s  {[round(each) for each in ours]}")
    print(f"plain         : {statistics.median(plain):7.0f}/s  {[round(each) for each in plain]}")
    print(f"two senders   : {statistics.median(pairs):7.0f}/s  {[round(each) for each in pairs]}")
    print(f"ratio         : {statistics.median(ours) / statistics.median(plain):7.2f}")
    print(f"ratio of two  : {statistics.median(pairs) / statistics.median(plain):7.2f}")


def prepare() -> None:
    """Start PostgreSQL and Redis, and let Django know."""
    from tests.services import start_postgres, start_redis

    home = Path(tempfile.mkdtemp(prefix=f"ampelpost-test-{os.getpid()}-"))
    home.chmod(0o755)
    os.environ.update(
        DATABASE_URL=start_postgres(home, ()),
        REDIS_URL=start_redis(home),
        VAR_DIR=str(home / "var"),
        DEVELOPMENT="1",
        DJANGO_SETTINGS_MODULE="config.settings",
        LOG_LEVEL="ERROR",
    )
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.EMAIL_BACKEND = "tests.bench.emails_backend.WrittenAndForgotten"
    call_command("migrate", verbosity=0)


def play(number: int) -> list[str]:
    """Start so many matches and play two plies of each; return the pictures of their boards."""
    import random

    from django.utils import timezone

    from accounts.models import Player, User
    from games import clocks
    from games.models import Match
    from games.services.match.loaded import load_match
    from games.services.match.pictures import render_board
    from games.services.play.matches import start_match
    from games.services.play.play import play_turn
    from games.services.play.terms import Terms
    from notifications.models import EmailSettings

    rng, now = random.Random(1), timezone.now()
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    people = []
    for each in range(8):
        user = User.objects.create(email=f"p{each}@example.org", password="!")
        people.append(Player.objects.create(user=user, name=f"P {each}", created_at=now))
        EmailSettings.objects.create(player=people[-1], digest_after=30_000)
    boards = []
    for each in range(number):
        pair = people[each % 4], people[4 + each % 3]
        match = start_match(pair, terms, seed="00" * 32, now=now)
        for _ply in range(2 + each % 3):
            table = load_match(Match.objects.get(pk=match.pk))
            seat = next(one.number for one in table.seats if one.awaited)
            move = table.rules.spell(rng.choice(table.rules.moves(table.state, seat)))
            play_turn(match.pk, seat, move, seen=table.match.ply_count, now=now, source="page")
        boards.append(render_board(load_match(Match.objects.get(pk=match.pk)))["svg"])
    return boards


def send_ours() -> None:
    """Send what is due, after everything has been put back into the outbox."""
    from django.utils import timezone

    from config.emails import composing

    while composing.deliver_due(timezone.now()).sent:
        pass


def put_back(number: int) -> None:
    """Make so many e-mails about a turn due again, with nothing kept of their pictures."""
    from django.utils import timezone

    from notifications import pictures
    from notifications.models import Message

    pictures.clear_caches()
    turns = Message.objects.filter(kind="your_turn").order_by("-pk").values("pk")[:number]
    Message.objects.update(state="sent")
    due = {"state": "queued", "due_at": timezone.now(), "claimed_until": None, "attempts": 0}
    made = Message.objects.filter(pk__in=turns.values("pk")).update(**due, withdrawn_at=None)
    assert made == number, f"only {made} turns"


def send_plain(boards: list[str]) -> None:
    """Send as many e-mails as a plain site would: a template, a picture, a connection."""
    from email.mime.image import MIMEImage

    from django.core.mail import EmailMultiAlternatives, get_connection
    from django.template import Context, Template

    from notifications import pictures

    text = Template("Hello {{ name }},\n\nit is your turn: {{ url }}\n")
    page = Template('<p>Hello {{ name }}</p><img src="cid:board"><a href="{{ url }}">Play</a>')
    connection = get_connection()
    for number, svg in enumerate(boards):
        values = Context({"name": f"P {number}", "url": f"https://example.org/matches/{number}/"})
        email = EmailMultiAlternatives("Your turn", text.render(values), to=["p@example.org"])
        email.attach_alternative(page.render(values), "text/html")
        picture = MIMEImage(pictures.render_png(svg), "png")
        picture.add_header("Content-ID", "<board>")
        email.attach(picture)
        connection.send_messages([email])


def rate(number: int, send: Callable[[], Any]) -> float:
    """Return e-mails a second of processor time of this process."""
    put_back(number)
    begun = time.process_time()
    send()
    return number / (time.process_time() - begun)


def rate_of_two(number: int) -> float:
    """Return e-mails a second of two processes that empty one outbox, each by its own time."""
    from django.db import connections

    put_back(number)
    connections.close_all()
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as pool:
        shares = [each.result() for each in [pool.submit(own_share) for _sender in range(2)]]
    assert sum(sent for sent, _time in shares) == number, "sent twice, or not at all"
    return sum(sent / spent for sent, spent in shares)


def own_share() -> tuple[int, float]:
    """Send what another sender leaves; return how many and in what time."""
    from django.utils import timezone

    from config.emails import composing

    begun, sent = time.process_time(), 0
    while now := composing.deliver_due(timezone.now()).sent:
        sent += now
    return sent, time.process_time() - begun


if __name__ == "__main__":
    main()
