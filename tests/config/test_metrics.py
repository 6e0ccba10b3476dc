"""``/metrics``: closed without its token, bounded, and the same from every process."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.celery import count_task
from config.running import metrics_store
from config.web import health, metrics
from games.models import Heartbeat, Outage
from games.services.time import outages
from tests.patience import PATIENCE, until
from tests.services import dying_with_parent, free_port

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "only-for-tests"
PAGE = "/api/schema/"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def reader(settings):
    settings.METRICS_TOKEN = TOKEN
    return Client(headers=SHOWN)


def read(text: str) -> dict[tuple[str, ...], float]:
    """Return every sample by its name and the values of its labels, in the order of their names."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def ask(client: Client) -> dict[tuple[str, ...], float]:
    """Return the samples that the page tells now."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    return read(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("told", [None, "", "Bearer ", "Bearer wrong", TOKEN, f"Basic {TOKEN}"])
def test_without_the_right_token_the_page_does_not_exist(settings, told):
    headers = {} if told is None else {"Authorization": told}
    for token in ("", TOKEN):
        settings.METRICS_TOKEN = token
        assert Client(headers=headers).get("/metrics").status_code == 404


@pytest.mark.django_db
def test_without_a_token_nothing_is_counted(client, monkeypatch):
    monkeypatch.setattr(metrics_store, "count_request", lambda *_: pytest.fail("counted"))
    monkeypatch.setattr(metrics_store, "_redis", lambda *_: pytest.fail("asked"))
    assert client.get("/healthz").status_code == 200
    count_task(task=metrics, state="SUCCESS")


@pytest.mark.django_db
def test_it_only_reads(reader):
    assert reader.post("/metrics").status_code == 405


@pytest.mark.django_db
def test_requests_are_counted_by_the_name_of_their_url_and_never_by_their_path(reader):
    before = ask(reader)
    reader.get("/account/login/?next=/secret/")
    reader.get("/no/such/alice@example.org/")
    reader.generic("BREW", "/account/login/")
    text = reader.get("/metrics").content.decode()
    assert not re.search("secret|alice|BREW", text)
    found = read(text)
    for key in (
        ("ampelpost_requests_total", "GET", "200", "account_login"),
        ("ampelpost_requests_total", "GET", "404", "unknown"),
        ("ampelpost_requests_total", "other", "405", "account_login"),
        ("ampelpost_request_seconds_count", "unknown"),
    ):
        assert found[key] - before.get(key, 0.0) == 1, key


@pytest.mark.django_db
def test_tasks_are_counted_by_name_and_outcome_for_the_whole_site(reader, monkeypatch):
    class Task:
        name = "games.tasks.brew"

    monkeypatch.setenv("METRICS_TOKEN", TOKEN)
    before = ask(reader)
    begun = time.time()
    for state in ("SUCCESS", "SUCCESS", "FAILURE"):
        count_task(task=Task, state=state)
    ended = time.time()
    found = ask(reader)
    for outcome, count in (("success", 2), ("failure", 1)):
        key = ("ampelpost_tasks_total", outcome, Task.name)
        assert found[key] - before.get(key, 0.0) == count
    done = found["ampelpost_task_done_timestamp_seconds", Task.name]
    assert begun <= done <= ended


@pytest.mark.django_db
def test_matches_and_emails_are_read_from_the_database(reader, alice):
    from games.models import Bot
    from notifications.models import Message
    from tests.config.rows import email

    now = timezone.now()
    outages.record_heartbeat(now=now - timedelta(seconds=30))
    email("waits", alice, due_at=now - timedelta(minutes=2), first_due_at=now)
    email("sent", alice, state=Message.State.SENT, sent_at=now - timedelta(minutes=1))
    email("old", alice, state=Message.State.SENT, sent_at=now - timedelta(minutes=9))
    email(
        "gave up", alice, state=Message.State.FAILED, failure_reason=Message.FailureReason.MESSAGE
    )
    Bot.objects.create(player=alice, strategy="random", timetable="* * * * *", next_run_at=now)
    found = ask(reader)
    assert found["ampelpost_emails_due",] == 1
    assert 120 <= found["ampelpost_email_wait_seconds",] < 180
    assert found["ampelpost_emails_sent_recently",] == 1
    assert found["ampelpost_emails_given_up",] == 1
    assert 30 <= found["ampelpost_heartbeat_age_seconds",] < 90
    assert found["ampelpost_bots_due",] == 1
    assert found["ampelpost_flag_wait_seconds",] == 0
    assert found["ampelpost_plies_total",] == 0
    assert found["ampelpost_database_up",] == found["ampelpost_redis_up",] == 1
    assert found["ampelpost_figures_complete",] == 1


@pytest.mark.django_db
def test_a_site_whose_scheduler_never_ran_has_no_age_of_a_heartbeat(reader):
    assert not Heartbeat.objects.exists()
    assert not Outage.objects.exists()
    assert ("ampelpost_heartbeat_age_seconds",) not in ask(reader)


@pytest.mark.django_db
def test_every_query_has_an_end(reader):
    with CaptureQueriesContext(
        connection,
    ) as told:
        ask(reader)
    assert 8 <= len(told) <= 20
    for query in told.captured_queries:
        sql = query["sql"]
        if "COUNT(" in sql and "notifications_message" in sql:
            assert f"LIMIT {metrics.MAX_COUNT}" in sql


@pytest.mark.postgres
@pytest.mark.django_db
def test_every_query_on_a_growing_table_can_use_an_index(reader):
    with CaptureQueriesContext(connection) as told:
        ask(reader)
    large = ("games_ply", "games_seat", "notifications_message")
    asked = [q["sql"] for q in told if any(f'FROM "{name}"' in q["sql"] for name in large)]
    assert len(asked) >= 6
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        for sql in asked:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert "Seq Scan" not in plan, f"{sql}\n{plan}"


@pytest.mark.django_db
def test_a_query_that_takes_too_long_costs_only_its_figures(reader, monkeypatch):
    def too_long(_now):
        raise OperationalError("canceling statement due to statement timeout")

    monkeypatch.setattr(metrics, "flag_lag", too_long)
    found = ask(reader)
    assert found["ampelpost_figures_complete",] == 0
    assert found["ampelpost_database_up",] == 1
    assert ("ampelpost_emails_due",) not in found


@pytest.mark.django_db
def test_servers_that_are_away_are_told(reader, monkeypatch, settings, tmp_path):
    settings.CACHE_URL = f"unix://{tmp_path}/none.sock"
    monkeypatch.setattr(health, "database", lambda: {"ok": False})
    found = ask(reader)
    assert found["ampelpost_database_up",] == found["ampelpost_redis_up",] == 0
    assert ("ampelpost_plies_total",) not in found


def samples_of(board: dict) -> list[str]:
    """Return the expressions of a Grafana board."""
    return [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]


@pytest.mark.django_db
def test_the_board_asks_only_for_figures_that_exist(reader, monkeypatch):
    class Task:
        name = "games.tasks.brew"

    monkeypatch.setenv("METRICS_TOKEN", TOKEN)
    count_task(task=Task, state="SUCCESS")
    outages.record_heartbeat(now=timezone.now())
    ask(reader)
    known = {name for name, *_labels in ask(reader)}
    board = json.loads((ROOT / "deploy" / "grafana" / "ampelpost.json").read_text())
    expressions = samples_of(board)
    assert len(expressions) >= 10
    for expression in expressions:
        named = set(re.findall(r"\b[a-z_]*ampelpost_\w+", expression))
        assert named, expression
        assert named <= known, expression
        assert expression.count("(") == expression.count(")")
    shown = {name for each in expressions for name in re.findall(r"\bampelpost_\w+", each)}
    unseen = known - shown
    assert {name for name in unseen if not name.endswith(("_created", "_count", "_sum"))} == set()


class WebServer:
    """The real web server on a free port, counting into a folder."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.folder = folder / "metrics" / str(port)
        self.folder.mkdir(parents=True)
        (self.folder / "counter_1.db").write_text("of an earlier start")
        own = {"METRICS_TOKEN": TOKEN, "SITE_URL": self.url, "VAR_DIR": str(folder)}
        self.process = subprocess.Popen(
            dying_with_parent(
                [sys.executable, "-m", "config.running.granian_server", "--port", str(port)],
                signal.SIGKILL,
            ),
            env={**os.environ, **own, "DJANGO_SETTINGS_MODULE": "config.settings"},
            cwd=ROOT,
        )
        self.asked = 0
        until(self.answers, "a page")

    def answers(self) -> bool:
        try:
            self.get(PAGE)
        except urllib.error.URLError:
            return False
        return True

    def get(self, path: str, **headers: str) -> str:
        """Return a page; a refused request is an error."""
        wanted = urllib.request.Request(self.url + path, headers=headers)
        with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
            self.asked += path == PAGE
            return str(answer.read().decode())

    def counting(self) -> set[str]:
        """Ask for a page, and return the processes that have counted since the start."""
        self.get(PAGE)
        return {path.stem for path in self.folder.glob("counter_*.db")}


@pytest.mark.long
def test_the_processes_of_a_web_server_count_together_and_a_reload_refuses_nobody(tmp_path):
    server = WebServer(tmp_path)
    try:
        until(lambda: len(server.counting()) >= 2, "both workers have counted")
        before = server.counting()
        server.process.send_signal(signal.SIGHUP)
        until(lambda: len(server.counting() - before) >= 2, "two new workers have counted")
        found = read(server.get("/metrics", **SHOWN))
        view = resolve(PAGE).view_name
        assert found["ampelpost_requests_total", "GET", "200", view] == server.asked
    finally:
        server.process.terminate()
        server.process.wait(PATIENCE)
