"""A real server of events on a free port, fed by the Redis of the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.services import free_port, wait_for

ROOT = Path(__file__).parents[2]
SERVER = [sys.executable, "-m", "notifications.live.server"]


@dataclass(frozen=True)
class LiveServer:
    """A running server of events."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def url(self) -> str:
        """Return the address of its streams."""
        return f"http://127.0.0.1:{self.port}/live/"

    def state(self) -> tuple[int, str]:
        """Return the status and the text of its health."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.port}/healthz", timeout=PATIENCE / 4
            ) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()
        except OSError as error:
            return 0, str(error)

    def check(self) -> None:
        """Raise unless the server is ready."""
        status, text = self.state()
        if status != 200:
            raise OSError(text)


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[..., LiveServer]]:
    """Return a starter of servers; all of them end with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(redis: str, prefix: str = "") -> LiveServer:
        port = free_port()
        log = tmp_path / "live.log"
        options = ["--port", str(port), "--redis", redis, "--prefix", prefix]
        with log.open("ab") as file:
            process = subprocess.Popen([*SERVER, *options], cwd=ROOT, stdout=file, stderr=file)
        started.append(process)
        server = LiveServer(process, port)
        wait_for(server.check, "the server of events", log)
        return server

    yield start
    for process in started:
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == -signal.SIGTERM, (tmp_path / "live.log").read_text()


@pytest.fixture
def live_server_of_events(start_server: Any, settings: Any) -> LiveServer:
    """Return a server that hears what this process publishes."""
    settings.REDIS_PREFIX = f"test-{os.getpid()}-"
    server: LiveServer = start_server(settings.CACHE_URL, settings.REDIS_PREFIX)
    settings.LIVE_URL = server.url
    return server
