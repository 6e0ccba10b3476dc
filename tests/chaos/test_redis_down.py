"""Redis dies: pages work, moves are kept, and their e-mails go out later."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery, current_app
from django.core.cache import caches
from django.utils import timezone
from redis.connection import AbstractConnection

from config.celery import app as celery_app
from config.emails.composing import deliver_due
from config.running import cache
from games.models import Match
from notifications import worker
from notifications.models import EmailSettings, Message
from tests.patience import PATIENCE
from tests.services import dying_with_parent, redis_programs, wait_for

pytestmark = [pytest.mark.django_db(transaction=True)]


class Server:
    """A Redis of this test's own, which can die and come back."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.url = folder, f"unix://{folder}/own.sock"
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        log = self.folder / "redis.log"
        command = [str(next(redis_programs())), "--port", "0", "--save", "", "--dir", "."]
        with log.open("ab") as sink:
            self.process = subprocess.Popen(
                dying_with_parent([*command, "--unixsocket", "own.sock"], signal.SIGKILL),
                cwd=self.folder,
                stdout=sink,
                stderr=subprocess.STDOUT,
            )
        wait_for(redis.Redis.from_url(self.url).ping, "Redis", log)

    def die(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Return a Redis that is cache and broker of this test."""
    own = Server(tmp_path)
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": own.url}}
    app = Celery("here", broker=own.url.replace("unix:", "redis+socket:"))
    app.conf.broker_transport_options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    app.set_current()
    monkeypatch.setattr(worker, "_silent_until", 0.0)
    yield own
    celery_app.set_current()
    own.die()


class Waits:
    """How often Redis was asked for a connection, and for how long its silence was borne."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.knocks, self.seconds = 0, 0.0
        connect, read = AbstractConnection.connect, AbstractConnection.read_response

        def knock(line: Any) -> Any:
            self.knocks += 1
            return connect(line)

        def listen(line: Any, *args: Any, **options: Any) -> Any:
            try:
                return read(line, *args, **options)
            except redis.TimeoutError:
                self.seconds += line.socket_timeout
                raise

        monkeypatch.setattr(AbstractConnection, "connect", knock)
        monkeypatch.setattr(AbstractConnection, "read_response", listen)
        monkeypatch.setattr(
            cache, "RETRY_SECONDS", 3600.0
        )  # who found it silent does not ask again
        monkeypatch.setattr(worker, "RETRY_SECONDS", 3600.0)


def send(client: Any, match: Match, text: str) -> int:
    """Send a move by the page's form; return the status."""
    match.refresh_from_db()
    form = {"move": text, "seen": str(match.ply_count)}
    return int(client.post(f"/matches/{match.pk}/move/", form).status_code)


def test_without_redis_a_move_is_kept_and_its_email_waits(
    server: Server, alice: Any, bob: Any, start: Any, client_for: Any, monkeypatch: Any
) -> None:
    EmailSettings.objects.create(player=bob, settle_minutes=0)
    match, client = start(alice, bob, now=timezone.now()), client_for(alice)
    caches["default"].set("before", 1)
    assert caches["default"].get("before") == 1
    assert client.get(f"/matches/{match.pk}/").status_code == 200

    server.die()
    with pytest.raises(redis.ConnectionError):
        redis.Redis.from_url(server.url).ping()
    waits = Waits(monkeypatch)
    assert client.get("/").status_code == 200
    knocks = waits.knocks
    assert 1 <= knocks <= 2, "by the connection there was, and by a new one"
    for address in ("/lobby/", "/matches/", f"/matches/{match.pk}/", "/account/login/"):
        assert client.get(address, follow=True).status_code == 200, address
    assert waits.knocks == knocks, "no page asks again"
    assert send(client, match, "b2") == 303
    assert knocks < waits.knocks <= knocks + 2, "a worker is called, and once more"
    assert waits.seconds == 0, "nobody waits for a broker that is away"
    match.refresh_from_db()
    assert match.ply_count == 1
    email = Message.objects.get(key=f"your_turn:{match.pk}:2:1")
    assert (email.state, email.due_at <= timezone.now()) == ("queued", True)

    server.start()
    assert deliver_due(timezone.now()).failed == 0
    email.refresh_from_db()
    assert email.state == "sent"
    assert send(client_for(bob), match, "a1") == 303


def test_with_redis_a_due_email_wakes_a_worker_at_once(
    server: Server, alice: Any, bob: Any, start: Any, client_for: Any
) -> None:
    EmailSettings.objects.create(player=bob, settle_minutes=0)
    match = start(alice, bob, now=timezone.now())
    assert send(client_for(alice), match, "b2") == 303
    with current_app.connection_for_read() as line:
        queue = line.SimpleQueue(current_app.conf.task_default_queue)
        assert queue.get(timeout=PATIENCE).headers["task"] == "send_emails"
        queue.close()


def test_a_redis_that_hangs_delays_a_move_by_seconds_at_most(
    server: Server, alice: Any, bob: Any, start: Any, client_for: Any, monkeypatch: Any
) -> None:
    EmailSettings.objects.create(player=bob, settle_minutes=0)
    match, client = start(alice, bob, now=timezone.now()), client_for(alice)
    waits = Waits(monkeypatch)
    server.process.send_signal(signal.SIGSTOP)
    try:
        assert send(client, match, "b2") == 303
        assert 0 < waits.seconds < 10
        assert client.get("/").status_code == 200
    finally:
        server.process.send_signal(signal.SIGCONT)
    assert Message.objects.filter(kind="your_turn", player=bob).exists()
