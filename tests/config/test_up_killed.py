"""``manage.py up`` killed with -9 at many instants, and its web workers over and over.

An instant is how much the site has worked, not how long: on a slow machine it means the same.
The site of ``test_up.py`` is killed at one instant of its start, and in full service.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.patience import PATIENCE, until
from tests.running_site import RunningSite
from tests.services import free_port

INSTANTS = [0.1, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0]  # seconds of processor time
TICKS = os.sysconf("SC_CLK_TCK")

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
    gone = f"nothing is left, killed {when}"
    until(lambda: not site.pids() and is_free(site.port), gone, said=site.said)


def work(site: RunningSite) -> float:
    """Return how much processor time the processes of a site have used, and those they buried."""
    ticks = 0
    for pid in site.pids():
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # utime, stime, cutime, cstime
    return ticks / TICKS


def has_come_to(seconds: float, site: RunningSite) -> bool:
    """Tell whether a site has worked so long, or has started before."""
    assert site.process.poll() is None, site.said()[-2000:]
    return "is ready: http" in site.said() or work(site) >= seconds


def killed_after(seconds: float, folder: Path, port: int) -> None:
    site = RunningSite(folder, port)
    try:
        until(partial(has_come_to, seconds, site), f"{seconds} s of work", said=site.said)
        site.kill()
        nothing_is_left(site, f"after {seconds} s of work")
    finally:
        site.end()


def starts_on(folder: Path, port: int) -> None:
    site = RunningSite(folder, port)
    try:
        until(lambda: site.said().count("is ready: http"), "ready", said=site.said)
        assert len(site.pids()) > 5
        site.kill()
        nothing_is_left(site, "in full service")
    finally:
        site.end()


@pytest.mark.long
def test_killed_at_any_instant_of_its_start_it_leaves_no_process_and_no_port(
    folder: Path,
) -> None:
    port = free_port()
    for seconds in INSTANTS:
        killed_after(seconds, folder, port)
    starts_on(folder, port)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_killed_a_hundred_times_it_starts_again_on_the_same_port(folder: Path) -> None:
    port = free_port()
    for tenth in range(1, 101):
        killed_after(tenth / 10, folder, port)
    starts_on(folder, port)


def are_replaced(site: RunningSite, dead: set[int]) -> bool:
    return len(set(site.below("granian")) - dead) == 2


@pytest.mark.long
def test_web_workers_that_die_again_and_again_do_not_end_the_site(folder: Path) -> None:
    site = RunningSite(folder, free_port())
    try:
        until(lambda: "is ready: http" in site.said(), "ready", said=site.said)
        server = site.top("granian")
        for _time in range(2):
            first, second = site.below("granian")
            for pid in (first, second):
                os.kill(pid, signal.SIGKILL)
            until(partial(are_replaced, site, {first, second}), "two new workers", said=site.said)
        assert site.top("granian") == server, "the server itself never stopped"
        until(site.answers, "a page", said=site.said)
        site.process.terminate()
        assert site.process.wait(PATIENCE) == 0
        assert site.pids() == []
    finally:
        site.end()


@pytest.mark.long
def test_a_worker_that_imports_the_site_ends_when_it_is_told_to_once(folder: Path) -> None:
    site = RunningSite(folder, free_port())
    try:
        until(lambda: site.pids("granian"), "a web server", said=site.said)
        until(lambda: len(site.below("granian")) == 2, "its workers", said=site.said)
        site.process.terminate()
        assert site.process.wait(PATIENCE) == 0
        assert "refused to gracefully stop" not in site.said(), "nobody had to be told twice"
        assert site.pids() == []
    finally:
        site.end()
