"""The database away: 503 with a page that says so, copies of public pages, one line a second."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from copy import copy
from itertools import cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, connections
from django.test import Client
from psycopg import errors
from structlog.stdlib import get_logger

from config.running import outage_log
from games.services.errors import RETRY_SECONDS, is_database_down
from tests.keys import key_for

pytestmark = pytest.mark.django_db


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


AWAY = [
    caused(OperationalError("connection refused"), errors.OperationalError()),
    caused(OperationalError("terminating connection"), errors.AdminShutdown()),
    caused(OperationalError("because of crash"), errors.CrashShutdown()),
    caused(OperationalError("starting up"), errors.CannotConnectNow()),
    caused(OperationalError("too many clients"), errors.TooManyConnections()),
    caused(InterfaceError("connection already closed"), errors.InterfaceError()),
    OperationalError("unable to open database file"),
]
HERE = [
    caused(OperationalError("deadlock"), errors.DeadlockDetected()),
    caused(OperationalError("canceled"), errors.QueryCanceled()),
    OperationalError("no such table: games_match"),
    OperationalError("database is locked"),
    RuntimeError("connection refused"),
    None,
]


@pytest.mark.parametrize("error", AWAY, ids=str)
def test_a_database_that_cannot_be_reached_is_away(error: Exception) -> None:
    assert is_database_down(error)


@pytest.mark.parametrize("error", HERE, ids=str)
def test_any_other_fault_is_none_of_the_servers(error: Exception | None) -> None:
    assert not is_database_down(error)


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return what takes the database away until the end of the test."""

    def refuse(*_args: Any, **_more: Any) -> None:
        raise caused(OperationalError("connection refused"), errors.OperationalError())

    return lambda: monkeypatch.setattr(connections["default"], "cursor", refuse)


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, headers={"Accept-Language": "en"})


def test_a_page_says_that_the_database_is_away_and_when_to_come_back(
    alice: Any, client_for: Any, gone: Callable[[], None]
) -> None:
    client = client_for(alice, raise_request_exception=False)
    gone()
    for method, path in (("get", "/matches/"), ("post", "/matches/1/move/"), ("get", "/settings/")):
        answer = getattr(client, method)(path)
        assert answer.status_code == 503, path
        assert answer.headers["Retry-After"] == str(RETRY_SECONDS)
        assert answer.headers["Cache-Control"] == "no-store"
        assert "cannot reach its database" in answer.content.decode()


def test_the_api_says_it_in_its_own_shape(
    alice: Any, client_for: Any, gone: Callable[[], None]
) -> None:
    key = key_for(alice.user)
    by_key = Client(raise_request_exception=False, headers={"Authorization": f"Token {key}"})
    by_session = client_for(alice, raise_request_exception=False)
    gone()
    for client in (by_key, by_session):
        answer = client.get("/api/v1/me/")
        assert answer.status_code == 503
        told = answer.json()
        assert (told["code"], told["wait"]) == ("unavailable", RETRY_SECONDS)
        assert "completely or not at all" in told["detail"]
        assert answer.headers["Retry-After"] == str(RETRY_SECONDS)


@pytest.mark.parametrize("path", ["/", "/rules/", "/lobby/", "/ratings/", "/tournaments/"])
def test_public_pages_are_shown_as_copies_that_say_so(
    visitor: Client, gone: Callable[[], None], path: str
) -> None:
    fresh = visitor.get(path)
    assert fresh.status_code == 200
    gone()
    answer = visitor.get(path)
    assert answer.status_code == 200
    page = answer.content.decode()
    if "This is a copy" not in page:  # it asks the database nothing
        assert path == "/rules/"
        return
    assert page.index('<main id="content"') < page.index("This is a copy")
    assert answer.headers["Cache-Control"] == "no-store"
    assert re.search(r'csrfmiddlewaretoken" value="\w', page) is None
    assert "X-CSRFToken" not in page


def test_a_copy_is_taken_only_of_what_everybody_may_see(
    alice: Any, client_for: Any, visitor: Client, gone: Callable[[], None]
) -> None:
    client_for(alice).get("/ratings/")
    visitor.get("/ratings/?pool=none")
    visitor.get("/account/login/")
    gone()
    for path in ("/ratings/", "/ratings/?pool=none"):
        assert visitor.get(path).status_code == 503, path


def test_a_copy_shows_nobody_what_was_said_to_another(
    visitor: Client, gone: Callable[[], None]
) -> None:
    other = Client(headers={"Accept-Language": "en"})
    other.post("/language/", {"language": "Go to evil.example", "next": "/ratings/"})
    assert "evil.example" in other.get("/ratings/").content.decode()
    visitor.get("/ratings/")
    gone()
    page = visitor.get("/ratings/").content.decode()
    assert "This is a copy" in page
    assert "evil.example" not in page


def test_a_copy_speaks_the_visitors_language(gone: Callable[[], None]) -> None:
    german, english = (
        Client(raise_request_exception=False, headers={"Accept-Language": language})
        for language in ("de", "en")
    )
    german.get("/ratings/")
    gone()
    assert german.get("/ratings/").headers["Content-Language"] == "de"
    assert english.get("/ratings/").status_code == 503


def test_a_fault_of_ours_stays_500(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_now: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("config.web.health.oldest_unsent", broken)
    assert visitor.get("/healthz").status_code == 500


class Processes(logging.Handler):
    """Writes every line as one of two processes would, turn by turn, and keeps what comes out."""

    def __init__(self, stamp: Path) -> None:
        super().__init__()
        logging_settings: Any = settings.LOGGING
        entry = dict(logging_settings["formatters"]["site"])
        self.setFormatter(entry.pop("()")(**entry))
        self.filters_of = cycle([outage_log.OutageLogThrottle(stamp) for _process in range(2)])
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        record = copy(record)
        if next(self.filters_of).filter(record):
            self.lines.append(self.format(record))


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[list[str]]:
    handler = Processes(tmp_path / "stamp")
    logging.getLogger().handlers.insert(0, handler)
    yield handler.lines
    logging.getLogger().removeHandler(handler)


def test_an_outage_is_told_once_a_second_by_all_processes_together(
    lines: list[str],
    visitor: Client,
    alice: Any,
    client_for: Any,
    gone: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(outage_log, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    client = client_for(alice, raise_request_exception=False)
    gone()
    for second in range(3):
        clock[0] = 1000.0 + second
        for _time in range(5):
            client.get("/matches/")
            visitor.get("/api/v1/matches/")
            visitor.get("/healthz")
            try:
                raise AWAY[0]
            except OperationalError as error:
                logging.getLogger("celery.app.trace").exception("Task raised unexpected")
                logging.getLogger("notifications").warning("e-mail %s failed: %r", "x", error)
                get_logger("request").error("unhandled", exc_info=True)
    told = [line for line in lines if "broker" not in line]
    assert len(told) == 3, told
    assert all("database_away: OperationalError" in line for line in told)
    assert not any("Traceback" in line or "exception" in line for line in told)


def test_other_lines_pass_untouched(lines: list[str], visitor: Client) -> None:
    for _time in range(3):
        logging.getLogger("kitchen").warning("the kettle is empty")
    assert sum("the kettle is empty" in line for line in lines) == 3
