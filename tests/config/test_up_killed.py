"""``manage.py up`` killed with -9 at many instants, and its web workers over and over."""

from __future__ import annotations

import os
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.running_site import RunningSite, eventually
from tests.services import free_port

INSTANTS = (0.1, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0)
GONE_WITHIN = 1.0  # seconds from the kill until nothing is left

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="ampelpost-up-") as name:
        yield Path(name)


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def nothing_is_left(site: RunningSite, when: str) -> None:
    end = time.monotonic() + GONE_WITHIN
    while (left := site.pids()) or not is_free(site.port):
        assert time.monotonic() < end, f"killed {when}, left: {left}\n{site.said()[-2000:]}"
        time.sleep(0.02)


def killed_after(seconds: float, folder: Path, port: int) -> None:
    site = RunningSite(folder, port)
    try:
        time.sleep(seconds)
        assert site.process.poll() is None, site.said()[-2000:]
        site.kill()
        nothing_is_left(site, f"after {seconds} s")
    finally:
        site.end()


def starts_on(folder: Path, port: int) -> None:
    site = RunningSite(folder, port)
    try:
        eventually(lambda: site.said().count("is ready: http"), "ready", site)
        assert len(site.pids()) > 5
        site.kill()
        nothing_is_left(site, "in full service")
    finally:
        site.end()


def test_killed_at_any_instant_of_its_start_it_leaves_no_process_and_no_port(folder: Path) -> None:
    port = free_port()
    for seconds in INSTANTS:
        killed_after(seconds, folder, port)
    starts_on(folder, port)


@pytest.mark.long
def test_killed_a_hundred_times_it_starts_again_on_the_same_port(folder: Path) -> None:
    port = free_port()
    for tenth in range(1, 101):
        killed_after(tenth / 10, folder, port)
    starts_on(folder, port)


def are_replaced(site: RunningSite, dead: set[int]) -> bool:
    return len(set(site.below("granian")) - dead) == 2


def test_web_workers_that_die_again_and_again_do_not_end_the_site(folder: Path) -> None:
    site = RunningSite(folder, free_port())
    try:
        eventually(lambda: "is ready: http" in site.said(), "ready", site)
        server = site.top("granian")
        for _time in range(2):
            first, second = site.below("granian")
            for pid in (first, second):
                os.kill(pid, signal.SIGKILL)
            eventually(partial(are_replaced, site, {first, second}), "two new workers", site)
        assert site.top("granian") == server, "the server itself never stopped"
        eventually(site.answers, "a page", site)
        site.process.terminate()
        assert site.process.wait(20) == 0
        assert site.pids() == []
    finally:
        site.end()


def test_a_worker_told_to_end_while_it_imports_the_site_ends_at_once(folder: Path) -> None:
    site = RunningSite(folder, free_port())
    try:
        eventually(lambda: site.pids("granian"), "a web server", site)
        eventually(lambda: len(site.below("granian")) == 2, "its workers", site)
        began = time.monotonic()
        site.process.terminate()
        assert site.process.wait(20) == 0
        assert time.monotonic() - began < 8
        assert site.pids() == []
    finally:
        site.end()
