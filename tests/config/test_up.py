"""``manage.py up``, really started on a free port: falls, kills, Ctrl-C, a taken port."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from celery import Celery

from tests.services import free_port

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
OURS = ("DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "DJANGO_SETTINGS_MODULE", "SITE_URL")

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")


class House:
    """One running ``manage.py up`` with its own folder."""

    def __init__(self, folder: Path, port: int, **extra: str) -> None:
        self.port = port
        self.marker = f"VAR_DIR={folder}\0".encode()
        self.socket = str(folder / "run" / "valkey.sock")
        self.log = folder / "up.log"
        keep = {k: v for k, v in os.environ.items() if k not in OURS}
        with self.log.open("wb") as sink:
            self.process = subprocess.Popen(
                [sys.executable, ROOT / "manage.py", "up", "--empty", "--port", str(port)],
                env={**keep, "VAR_DIR": str(folder), **extra},
                cwd="/",
                stdout=sink,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def answers(self) -> bool:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            line.request("GET", "/account/login/")
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def pids(self, *words: str) -> list[int]:
        """Return the processes of this house whose command line holds all words."""
        return [
            pid
            for pid, command, surroundings in processes()
            if (self.marker in surroundings or self.socket in command)  # Valkey overwrites its own
            and all(word in command for word in words)
        ]

    def top(self, *words: str) -> int:
        """Return the one such process that the supervisor itself started."""
        (pid,) = [p for p in self.pids(*words) if parent(p) == self.process.pid]
        return pid

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def processes() -> Iterator[tuple[int, str, bytes]]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                yield int(folder.name), command, (folder / "environ").read_bytes()


def parent(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return 0


def eventually(claim: Callable[[], object], what: str, house: House) -> None:
    end = time.monotonic() + PATIENCE
    while not claim():
        assert time.monotonic() < end, f"never: {what}\n{house.said()[-3000:]}"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with tempfile.TemporaryDirectory(prefix="ampelpost-up-") as name:
        running = House(Path(name), free_port())
        try:
            eventually(lambda: "is ready: http" in running.said(), "ready", running)
            yield running
        finally:
            running.end()


def test_it_starts_all_parts_and_answers(house):
    assert house.answers()
    for words in (("granian",), ("celery", "worker"), ("celery", "beat"), ("valkey-server",)):
        assert house.top(*words)


def test_it_prints_its_address_and_how_to_log_in(house):
    address = f"http://127.0.0.1:{house.port}"
    assert f"is ready: {address}/" in house.said()
    assert f"{address}/account/signup/" in house.said()
    assert f"{address}/mailbox/" in house.said()


@pytest.mark.parametrize("words", [("celery", "worker"), ("granian",), ("celery", "beat")])
def test_a_killed_part_comes_back_and_leaves_no_orphans(house, words):
    before = house.pids(*words)
    os.kill(house.top(*words), signal.SIGKILL)
    eventually(
        lambda: [
            p for p in house.pids(*words) if parent(p) == house.process.pid and p not in before
        ],
        f"{words} again",
        house,
    )
    eventually(lambda: not set(before) & set(house.pids(*words)), "old ones gone", house)
    eventually(house.answers, "a page", house)


def test_a_killed_broker_comes_back_and_the_pages_never_fail(house):
    os.kill(house.top("valkey-server"), signal.SIGKILL)
    assert house.answers()
    eventually(lambda: house.pids("valkey-server"), "valkey again", house)
    assert house.answers()
    app = Celery(broker=f"redis+socket://{house.socket}?virtual_host=0", set_as_current=False)
    eventually(lambda: app.control.ping(timeout=0.5), "the worker listening again", house)
    app.close()


@pytest.mark.postgres
def test_with_addresses_of_servers_the_same_parts_run_in_production():
    name = f"up_{os.getpid()}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
        production = {
            "DATABASE_URL": os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}",
            "REDIS_URL": os.environ["REDIS_URL"],
            "REDIS_PREFIX": name,
            "SECRET_KEY": "long and random",
            "DEVELOPMENT": "",
            "ALLOWED_HOSTS": "play.example.org",
            "SITE_URL": "https://play.example.org",
            "EMAIL_URL": "smtp://127.0.0.1:1",
        }
        with tempfile.TemporaryDirectory(prefix="ampelpost-up-") as folder:
            house = House(Path(folder), free_port(), **production)
            try:
                eventually(lambda: "is ready: https" in house.said(), "ready", house)
                line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=5)
                line.request("GET", "/healthz", headers={"Host": "play.example.org"})
                told = json.loads(line.getresponse().read())
                line.close()
                assert told["ok"] is True
                assert told["database"] == {"ok": True, "vendor": "postgresql"}
                assert house.pids("valkey-server") == []
                assert len(house.pids("celery")) >= 3
                assert "Sign up" not in house.said()
                assert not (Path(folder) / "secret_key").exists()
                assert not list(Path(folder).glob("*.sqlite3"))
                house.process.terminate()
                assert house.process.wait(PATIENCE) == 0
                assert house.pids() == []
            finally:
                house.end()
                admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_second_one_in_the_same_folder_is_refused_with_a_sentence(house):
    env = {k: v for k, v in os.environ.items() if k not in OURS}
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "up", "--port", str(free_port())],
        env={**env, "VAR_DIR": str(house.log.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "runs already" in done.stderr
    assert str(house.process.pid) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_told_before_anything_starts(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = House(tmp_path, taken.getsockname()[1])
        assert refused.process.wait(PATIENCE) == 1
    assert "Cannot listen on 127.0.0.1 port" in refused.said()
    assert "--port" in refused.said()
    assert "Traceback" not in refused.said()
    assert refused.pids() == []


def test_ctrl_c_ends_everything_in_order(house):
    os.kill(house.process.pid, signal.SIGINT)
    assert house.process.wait(PATIENCE) == 0
    assert house.pids() == []
    assert "Everything is stopped." in house.said()


def test_killing_the_supervisor_leaves_nothing_behind():
    with tempfile.TemporaryDirectory(prefix="ampelpost-up-") as name:
        house = House(Path(name), free_port())
        try:
            eventually(lambda: "is ready: http" in house.said(), "ready", house)
            assert len(house.pids()) > 5
            house.process.kill()
            house.process.wait()
            eventually(lambda: not house.pids(), "all gone", house)
        finally:
            house.end()
