"""Workers and bots killed with -9 at the worst moment: the rest of the work is done once."""

from __future__ import annotations

import signal
from collections import Counter
from datetime import timedelta
from email import message_from_bytes
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.models import ClockCharge, Match, Ply
from games.services.audit import replay_matches
from games.services.bots import bots
from notifications.models import EmailSettings, Message
from tests.chaos.children import end, said, spawn
from tests.patience import PATIENCE, until
from tests.web.lobby_helpers import bot

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
EMAILS, KILLED_AT = 8, 4

# The project's own worker and timetable in a hurry: e-mails every second, leases of three.
WORKER = """
import os, signal
from datetime import timedelta
import django
django.setup()
from config.celery import app
from notifications.services.sending import delivery
delivery.LEASE = timedelta(seconds=3)
app.conf.beat_schedule["send e-mails"]["schedule"] = timedelta(seconds=1)
mark, count = delivery.mark_sent, 0
def mark_or_die(*arguments):
    global count
    count += 1
    if count == int(os.environ["KILLED_AT"]):
        os.kill(os.getpid(), signal.SIGKILL)
    mark(*arguments)
delivery.mark_sent = mark_or_die
"""

# A bot's round that is killed in its third turn: the move is written, the e-mail not yet.
ROUND = """
import os, random, signal, sys
from datetime import datetime
import django
django.setup()
from games.services.bots import bots
from games.services.emails import match_emails
tell, count = match_emails.notify_turn, 0
def tell_or_die(*arguments, **more):
    global count
    count += 1
    if count == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    tell(*arguments, **more)
match_emails.notify_turn = tell_or_die
bots.run_due_bots(
    now=datetime.fromisoformat(sys.argv[1]),
    chance=bots.RandomSources(random.Random(1), lambda: "5e" * 32),
)
"""


def arrived(folder: Path) -> Counter[str]:
    """Count the e-mails in the folder by Message-ID."""
    return Counter(
        str(message_from_bytes(path.read_bytes())["Message-ID"])
        for path in (folder / "mail").glob("*.eml")
    )


@pytest.mark.long
def test_a_worker_killed_between_sending_and_marking_loses_no_email(
    alice: Any, person: Any, start: Any, play: Any, tmp_path: Path
) -> None:
    (tmp_path / "hurried.py").write_text(WORKER + "\napp = app\n")
    now = timezone.now() - timedelta(hours=1)
    for number in range(EMAILS):
        rival = person(f"Rival{number}")
        EmailSettings.objects.create(player=rival, settle_minutes=0)
        play(start(alice, rival, now=now), "b2", now)
    turns = Message.objects.filter(kind="your_turn")
    assert turns.count() == EMAILS
    emails = set(Message.objects.filter(state="queued").values_list("message_id", flat=True))
    assert len(emails) >= 2 * EMAILS, "starts and turns"

    celery = ("-m", "celery", "-A", "hurried")
    worker = (*celery, "worker", "--pool", "solo", "--loglevel", "WARNING")
    beat = spawn(tmp_path, *celery, "beat", "--loglevel", "WARNING", KILLED_AT="0")
    first = spawn(tmp_path, *worker, KILLED_AT=str(KILLED_AT))
    second = None
    try:
        assert first.wait(PATIENCE) == -signal.SIGKILL
        assert sum(arrived(tmp_path).values()) == KILLED_AT
        assert Message.objects.filter(state="sent").count() == KILLED_AT - 1
        second = spawn(tmp_path, *worker, KILLED_AT="0")
        until(
            lambda: not Message.objects.filter(state="queued").exists(),
            "all e-mails are sent",
            said=lambda: said(tmp_path),
        )
    finally:
        for child in (beat, first, second):
            if child is not None:
                end(child)
    found = arrived(tmp_path)
    assert set(found) == emails
    assert sorted(found.values()) == [1] * (len(emails) - 1) + [2]
    assert set(Message.objects.filter(state="sent").values_list("message_id", flat=True)) == emails


def test_a_bots_round_killed_in_the_middle_of_a_turn_is_finished_by_the_next(
    alice: Any, start: Any, play: Any, noon: Any, tmp_path: Path
) -> None:
    greta = bot()
    type(greta).objects.update(next_run_at=noon)
    games = [start(greta.player, alice, rated=False) for _number in range(5)]
    (tmp_path / "round.py").write_text(ROUND)
    child = spawn(tmp_path, "round.py", noon.isoformat())
    assert child.wait(PATIENCE) == -signal.SIGKILL, (tmp_path / "children.log").read_text()
    assert Ply.objects.count() == 2, "the third turn left nothing behind"
    assert Message.objects.filter(kind="your_turn").count() == 2

    chance = bots.RandomSources(Random(2), lambda: "5e" * 32)
    assert bots.run_due_bots(now=noon + timedelta(minutes=1), chance=chance) == 1
    assert Ply.objects.count() == ClockCharge.objects.count() == len(games)
    assert set(Match.objects.values_list("ply_count", flat=True)) == {1}
    assert Message.objects.filter(kind="your_turn", player=alice).count() == len(games)
    assert list(replay_matches(Match.objects.all())) == []
