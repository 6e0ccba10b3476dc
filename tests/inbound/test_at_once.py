"""Two ways in at once, readers that die, moves that cross: exactly one effect."""

from __future__ import annotations

import os
import signal
import smtplib
import subprocess
import sys
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from games.models import Match, Ply
from games.services.errors import Refused
from games.services.play.play import play_turn
from inbound import reading
from inbound.models import InboundMessage
from inbound.services import handling, pipe, setting_aside, storage
from notifications.models import Message
from tests.inbound.conftest import reply_to, written
from tests.patience import PATIENCE
from tests.services import free_port
from tests.threads import at_once, no_error

SEED = "5eed" * 16
ALICE = "alice@example.org"
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def take(raw: bytes, address: str, now: Any, way: str = "pipe") -> None:
    """Keep a message and read it, as a way in does."""
    stored = storage.store_message(raw, storage.Envelope(address, way), now=now, wake=False)
    handling.handle_message(stored.pk, now=now, make_seed=lambda: SEED)


def test_the_same_message_from_two_ways_in_at_once_is_done_once(alice, bob, start, noon):
    match = start(alice, bob)
    address = reply_to(alice)
    raw = written("b2\n", address, ALICE)
    ways = ((address, "pipe"), (address.upper(), "smtp"), (address, "webhook"))
    no_error(at_once([partial(take, raw, to, noon, way) for to, way in ways]))
    assert InboundMessage.objects.get().outcome == "done"
    assert Ply.objects.filter(match=match).count() == 1
    assert Message.objects.filter(kind="answer").count() == 1


def test_two_different_answers_to_one_email_make_one_move(alice, bob, start, noon):
    match = start(alice, bob)
    address = reply_to(alice)
    first, second = (written(f"{text}\n", address, ALICE) for text in ("b2", "c1"))
    no_error(at_once([partial(take, raw, address, noon) for raw in (first, second)]))
    assert Ply.objects.filter(match=match).count() == 1
    outcomes = set(InboundMessage.objects.values_list("outcome", "code"))
    assert outcomes == {("done", ""), ("refused", "stale")}


def test_an_answer_that_crosses_with_a_move_on_the_page_has_one_effect(alice, bob, start, noon):
    match = start(alice, bob)
    address = reply_to(alice)

    def on_the_page() -> None:
        play_turn(match.pk, alice, "a1", seen=0, now=noon, source="page")

    raw = written("b2\n", address, ALICE)
    played, taken = at_once([on_the_page, partial(take, raw, address, noon)])
    assert played is None or (isinstance(played, Refused) and played.code == "stale")
    assert taken is None
    assert Match.objects.get(pk=match.pk).ply_count == 1
    row = InboundMessage.objects.get()
    assert (row.outcome == "done") is (Ply.objects.get(match=match).source == "mail")
    assert Message.objects.filter(kind="answer", player=alice).count() == 1


DIES = """
import os, signal
import django
django.setup()
from inbound.services import answering, handling
def die(*_args, **_given):
    os.kill(os.getpid(), signal.SIGKILL)
answering.send_outcome = die
from django.utils import timezone
handling.process_due(now=timezone.now(), make_seed=lambda: "5eed" * 16)
"""


def test_a_reader_killed_in_between_leaves_nothing_and_the_next_does_it(alice, bob, start):
    now = timezone.now()
    match = start(alice, bob, now=now)
    address = reply_to(alice)
    raw = written("b2\n", address, ALICE)
    stored = storage.store_message(raw, storage.Envelope(address, "smtp"), now=now, wake=False)
    name = connection.settings_dict["NAME"]
    url = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    environment = {
        **os.environ,
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
    }
    died = subprocess.run(
        [sys.executable, "-c", DIES], env=environment, cwd=settings.BASE_DIR, check=False
    )
    assert died.returncode == -signal.SIGKILL
    row = InboundMessage.objects.get(pk=stored.pk)
    assert (row.state, row.attempts) == ("received", 1)
    assert not Ply.objects.filter(match=match).exists()
    assert not Message.objects.filter(kind="answer").exists()
    later = timezone.now() + handling.LEASE + timedelta(seconds=1)
    assert handling.process_due(now=later, make_seed=lambda: SEED) == 1
    assert Ply.objects.filter(match=match).count() == 1


PIPE_DIES = """
import os, signal, sys
import django
django.setup()
from django.core.management import call_command
from inbound.services import handling
def die(*_args, **_given):
    os.kill(os.getpid(), signal.SIGKILL)
handling.handle_message = die
call_command("receive_mail", sys.argv[1])
"""


@pytest.mark.long
@pytest.mark.parametrize("again", ["the mail server", "the timetable", "both"])
def test_a_pipe_killed_between_keeping_and_reading_has_one_effect(again, alice, bob, start):
    now = timezone.now()
    match = start(alice, bob, now=now)
    address = reply_to(alice)
    raw = written("b2\nmsg Hello\n", address, ALICE)
    environment = {
        **os.environ,
        "DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0]
        + f"/{connection.settings_dict['NAME']}",
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
    }
    died = subprocess.run(
        [sys.executable, "-c", PIPE_DIES, address],
        input=raw,
        env=environment,
        cwd=settings.BASE_DIR,
        check=False,
    )
    assert died.returncode == -signal.SIGKILL  # the mail server keeps its copy
    row = InboundMessage.objects.get()
    assert (row.state, row.way) == ("received", "pipe")
    assert not Ply.objects.filter(match=match).exists()
    later = timezone.now() + handling.LEASE + timedelta(seconds=1)
    jobs = {
        "the mail server": lambda: pipe.receive_message(
            raw, address, ALICE, now=later, make_seed=lambda: SEED
        ),
        "the timetable": lambda: handling.process_due(now=later, make_seed=lambda: SEED),
    }
    no_error(at_once([*jobs.values()] if again == "both" else [jobs[again]]))
    row.refresh_from_db()
    assert (row.outcome, row.commands) == ("done", ["b2", "msg Hello"])
    assert Ply.objects.filter(match=match).count() == 1
    assert match.chat.count() == 1
    assert Message.objects.filter(kind="answer", player=alice).count() == 1


@pytest.mark.long
def test_what_mailin_has_acknowledged_survives_its_death(alice, bob, start):
    now = timezone.now()
    match = start(alice, bob, now=now)
    address, port = reply_to(alice), free_port()
    name = connection.settings_dict["NAME"]
    environment = {
        **os.environ,
        "DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}",
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
    }
    command = [sys.executable, "manage.py", "mailin", "--port", str(port)]
    with subprocess.Popen(
        command, env=environment, cwd=settings.BASE_DIR, stdout=subprocess.PIPE
    ) as server:
        try:
            assert server.stdout is not None
            assert any(b"Accepting e-mail" in line for line in server.stdout)
            with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
                raw = written("b2\n", address, ALICE).replace(b"\n", b"\r\n")
                client.sendmail(ALICE, [address], raw)
                server.kill()
        finally:
            server.kill()  # leaving this block waits for its end
    assert server.returncode == -signal.SIGKILL
    later = timezone.now() + handling.LEASE + timedelta(seconds=1)
    handling.process_due(now=later, make_seed=lambda: SEED)
    assert InboundMessage.objects.get().outcome == "done"
    assert Ply.objects.filter(match=match).count() == 1
    assert Message.objects.filter(kind="answer", player=alice).count() == 1


def test_a_message_that_kills_its_readers_steps_aside_and_others_are_read(
    alice, bob, start, noon, monkeypatch
):
    match = start(alice, bob)
    address = reply_to(alice)
    bad, good = (written(f"{text}\n", address, ALICE) for text in ("c1", "b2"))
    poisoned = storage.store_message(bad, storage.Envelope(address, "smtp"), now=noon, wake=False)
    real = reading.read_message

    def read(raw: bytes, **given: str) -> Any:
        if b"c1" in raw:
            raise MemoryError("poison")
        return real(raw, **given)

    monkeypatch.setattr(handling, "read_message", read)
    now = noon
    for _attempt in range(handling.MAX_ATTEMPTS + 1):
        handling.process_due(now=now, make_seed=lambda: SEED)
        now += handling.LEASE + timedelta(seconds=1)
    row = InboundMessage.objects.get(pk=poisoned.pk)
    assert (row.state, row.code) == ("set_aside", "set_aside")
    storage.store_message(good, storage.Envelope(address, "smtp"), now=now, wake=False)
    assert handling.process_due(now=now, make_seed=lambda: SEED) == 1
    assert Ply.objects.get(match=match).text == "b2"


def test_a_message_that_cannot_be_set_aside_holds_up_no_other(alice, bob, start, noon, monkeypatch):
    match, address = start(alice, bob), reply_to(alice)
    bad, good = (written(f"{text}\n", address, ALICE) for text in ("c1", "b2"))
    stuck = storage.store_message(bad, storage.Envelope(address, "smtp"), now=noon, wake=False)
    InboundMessage.objects.filter(pk=stuck.pk).update(attempts=handling.MAX_ATTEMPTS)
    storage.store_message(good, storage.Envelope(address, "smtp"), now=noon, wake=False)

    def fail(_pk: int, **_given: Any) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as patched:
        patched.setattr(setting_aside, "set_aside", fail)
        assert handling.process_due(now=noon, make_seed=lambda: SEED) == 1
    assert Ply.objects.get(match=match).text == "b2"
    later = noon + handling.LEASE + timedelta(seconds=1)
    handling.process_due(now=later, make_seed=lambda: SEED)
    assert InboundMessage.objects.get(pk=stuck.pk).state == "set_aside"


def test_two_notices_of_absence_at_once_are_asked_about_once(alice, bob, start, noon):
    start(alice, bob)
    to, text = reply_to(alice), "I am out of the office until 3 January.\n"
    raws = [written(text, to, ALICE) for _time in range(2)]
    no_error(at_once([partial(take, raw, to, noon) for raw in raws]))
    codes = InboundMessage.objects.order_by("code").values_list("code", flat=True)
    assert list(codes) == ["auto_reply", "seems_automatic"]
