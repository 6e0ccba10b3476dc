"""``manage.py up``, really started on a free port: falls, kills, Ctrl-C, a taken port."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from celery import Celery
from django.urls import resolve

from config.running import up
from tests.config.test_metrics import read
from tests.config.test_up_killed import killed_after, nothing_is_left
from tests.patience import PATIENCE, until
from tests.running_site import OURS, ROOT, RunningSite, parent, processes
from tests.sampling import sampled
from tests.services import free_port

TOKEN = "only-for-tests"
PARTS = (("granian",), ("celeryd",), ("celery beat",), ("mailin",))

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")


def state(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def dead(site: RunningSite) -> list[int]:
    """Return the children of the supervisor that it has not buried yet."""
    children = [pid for pid, _command, _env in processes() if parent(pid) == site.process.pid]
    return [pid for pid in children if state(pid) == "Z"]


@pytest.fixture(scope="module")
def sites() -> Iterator[list[RunningSite]]:
    """Return the sites of this module, one after the other in the same folder."""
    with tempfile.TemporaryDirectory(prefix="ampelpost-up-") as name:
        port = free_port()
        killed_after(1.0, Path(name), port)  # and nothing of it is in the way of the next start
        started = [RunningSite(Path(name), port, METRICS_TOKEN=TOKEN)]
        try:
            yield started
            started[-1].kill()
            nothing_is_left(started[-1], "in full service")
        finally:
            started[-1].end()


@pytest.fixture
def site(sites: list[RunningSite]) -> RunningSite:
    """Return the running site, started again if a test has ended it properly."""
    if sites[-1].process.poll() is not None:
        assert sites[-1].process.returncode == 0, sites[-1].said()[-2000:]
        sites.append(RunningSite(sites[-1].log.parent, sites[-1].port, METRICS_TOKEN=TOKEN))
    until(lambda: "is ready: http" in sites[-1].said(), "ready", said=sites[-1].said)
    return sites[-1]


def test_it_starts_all_parts_and_answers(site):
    assert site.answers()
    for words in (*PARTS, ("ampelpost", "nursery"), ("valkey-server",)):
        assert site.top(*words)


def test_its_web_processes_count_together(site):
    page, asked = "/api/schema/", 0
    kept = Path(site.log.parent) / "metrics" / str(site.port)

    def get(path: str) -> str:
        line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
        shown = {"Authorization": f"Bearer {TOKEN}"} if path == "/metrics" else {}
        line.request("GET", path, headers=shown)
        answer = line.getresponse()
        said = answer.read().decode()
        line.close()
        assert answer.status == 200
        return said

    def counting() -> int:
        nonlocal asked
        asked += 1
        get(page)
        return len(list(kept.glob("counter_*.db")))

    until(lambda: counting() >= 2, "two processes that count", said=site.said)
    found = read(get("/metrics"))
    assert found["ampelpost_requests_total", "GET", "200", resolve(page).view_name] == asked


def test_it_prints_its_address_and_how_to_log_in(site):
    address = f"http://127.0.0.1:{site.port}"
    assert f"is ready: {address}/" in site.said()
    assert f"{address}/account/signup/" in site.said()
    assert f"{address}/mailbox/" in site.said()


@pytest.mark.parametrize(("host", "told"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_who_listens_for_other_machines_reads_what_these_reach(host, told, monkeypatch, capsys):
    monkeypatch.setenv("DEVELOPMENT", "1")
    site = up.Site(host, 8000, empty=True)
    site.ready.set()
    site.print_welcome_once()
    line = "Other machines reach this site, but not its mailbox."
    assert (line in capsys.readouterr().out) == told


def test_it_takes_the_answers_to_its_emails(site):
    environment = Path(f"/proc/{site.top('mailin')}/environ").read_bytes().decode().split("\0")
    port = int(dict(line.split("=", 1) for line in environment if line)["MAILIN_PORT"])

    def refused() -> bool:
        with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
            client.ehlo()
            client.mail("a@example.org")
            return client.rcpt("somebody@localhost")[0] == 550

    until(lambda: _listens(port), "it listens", said=site.said)
    assert refused()


def _listens(port: int) -> bool:
    with contextlib.suppress(OSError), smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE):
        return True
    return False


# Another tells of the scheduler killed.
@pytest.mark.parametrize("words", sampled([(words,) for words in PARTS], [(("mailin",),)]))
def test_a_killed_part_comes_back_and_leaves_no_orphans(site, words):
    before = site.pids(*words)
    os.kill(site.top(*words), signal.SIGKILL)
    until(
        lambda: [p for p in site.pids(*words) if parent(p) == site.process.pid and p not in before],
        f"{words} again",
        said=site.said,
    )
    until(lambda: not set(before) & set(site.pids(*words)), "old ones gone", said=site.said)
    until(site.answers, "a page", said=site.said)


def test_a_killed_broker_comes_back_and_the_pages_never_fail(site):
    os.kill(site.top("valkey-server"), signal.SIGKILL)
    assert site.answers()
    until(lambda: site.pids("valkey-server"), "valkey again", said=site.said)
    assert site.answers()
    app = Celery(broker=f"redis+socket://{site.socket}?virtual_host=0", set_as_current=False)
    until(lambda: app.control.ping(), "the worker listening again", said=site.said)
    app.close()


def test_a_killed_nursery_comes_back_while_the_others_live_on(site):
    os.kill(site.top("ampelpost nursery"), signal.SIGKILL)
    assert site.answers()
    until(lambda: site.pids("ampelpost nursery"), "the nursery again", said=site.said)
    before = site.top("celery beat")
    os.kill(before, signal.SIGKILL)
    until(lambda: set(site.pids("celery beat")) - {before}, "a new fork of it", said=site.said)
    assert parent(site.top("celery beat")) == site.process.pid
    until(lambda: not dead(site), "all buried", said=site.said)


@pytest.mark.long
def test_a_killed_server_leaves_no_dead_processes_behind(site):
    os.kill(site.top("granian"), signal.SIGKILL)
    until(site.answers, "a page", said=site.said)
    until(lambda: not dead(site), "all buried", said=site.said)


def test_a_web_worker_that_dies_is_replaced_and_the_server_never_stops(site):
    until(lambda: len(site.below("granian")) == 2, "two workers", said=site.said)
    server, dead = site.top("granian"), site.below("granian")[0]
    os.kill(dead, signal.SIGKILL)
    until(lambda: len(set(site.below("granian")) - {dead}) == 2, "a new worker", said=site.said)
    assert site.top("granian") == server
    until(site.answers, "a page", said=site.said)


def test_a_site_whose_settings_are_wrong_ends_with_the_reason(tmp_path):
    broken = RunningSite(tmp_path, free_port(), DEBUG="perhaps")
    assert broken.process.wait(PATIENCE) == 1
    assert "DEBUG='perhaps': write one of" in broken.said()
    assert "could not be prepared" in broken.said()
    assert broken.pids() == []


def test_a_setting_of_the_supervisor_that_is_wrong_is_named(monkeypatch, capsys):
    monkeypatch.setenv("PORT", "eighty")
    assert up.main([]) == 1
    assert capsys.readouterr().err == "PORT='eighty': write a whole number\n"


def test_the_supervisor_loads_nothing_of_the_site():
    code = "import sys, config.running.up; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"django", "celery", "redis", "games", "structlog", "ssl", "asyncio"}


@pytest.mark.long
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
            site = RunningSite(Path(folder), free_port(), **production)
            try:
                until(lambda: "is ready: https" in site.said(), "ready", said=site.said)
                line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE)
                line.request("GET", "/healthz", headers={"Host": "play.example.org"})
                told = json.loads(line.getresponse().read())
                line.close()
                assert told["ok"] is True
                assert told["database"] == {"ok": True, "vendor": "postgresql"}
                assert site.pids("valkey-server") == []
                assert (
                    len(site.pids("celery")) == 4
                )  # a worker, two processes of its pool, the scheduler
                assert "Sign up" not in site.said()
                assert not (Path(folder) / "secret_key").exists()
                assert not list(Path(folder).glob("*.sqlite3"))
                site.process.terminate()
                assert site.process.wait(PATIENCE) == 0
                assert site.pids() == []
            finally:
                site.end()
                admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_second_one_in_the_same_folder_is_refused_with_a_sentence(site):
    env = {k: v for k, v in os.environ.items() if k not in OURS}
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "up", "--port", str(free_port())],
        env={**env, "VAR_DIR": str(site.log.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "runs already" in done.stderr
    assert str(site.process.pid) in done.stderr
    assert "Traceback" not in done.stderr


def test_a_taken_port_is_told_before_anything_starts(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        refused = RunningSite(tmp_path, taken.getsockname()[1])
        assert refused.process.wait(PATIENCE) == 1
    assert "Cannot listen on 127.0.0.1 port" in refused.said()
    assert f"process {os.getpid()} (" in refused.said(), "by whom"
    assert "--port" in refused.said()
    assert "Traceback" not in refused.said()
    assert refused.pids() == []


def test_ctrl_c_ends_everything_in_order(site):
    os.kill(site.process.pid, signal.SIGINT)
    assert site.process.wait(PATIENCE) == 0
    assert site.pids() == []
    assert "Everything is stopped." in site.said()
