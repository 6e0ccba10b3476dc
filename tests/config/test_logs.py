"""Logs: one line a request, with an id, without paths and persons."""

from __future__ import annotations

import json
import logging
import sys

import pytest
import structlog

from config import logs


@pytest.fixture(autouse=True)
def _as_before():
    """Leave structlog as it was: loggers that were used keep its very lists."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.fixture
def lines(caplog):
    caplog.set_level(logging.DEBUG, "request")

    def told() -> list[dict]:
        return [r.msg for r in caplog.records if r.name == "request" and isinstance(r.msg, dict)]

    return told


@pytest.mark.django_db
def test_a_request_is_told_by_the_name_of_its_address_and_with_its_id(client, lines):
    answer = client.get("/account/login/?next=/secret/")
    (line,) = lines()
    assert line["address"] == "account_login"
    assert line["status"] == 200
    assert line["request_id"] == answer.headers["X-Request-ID"]
    assert "secret" not in str(line)


@pytest.mark.django_db
def test_an_unknown_path_is_not_repeated_in_the_log(client, lines):
    client.get("/no/such/alice@example.org/")
    (line,) = lines()
    assert line["address"] == "unknown"
    assert line["status"] == 404
    assert "alice" not in str(line)


def test_json_lines_can_be_read_by_machines():
    entry = logs.configure(form="json", level="INFO")["formatters"]["site"]
    make = entry.pop("()")
    formatter = make(**entry)
    record = logging.LogRecord("kitchen", logging.INFO, "", 1, "soup %s", ("ready",), None)
    told = json.loads(formatter.format(record))
    assert told["event"] == "soup ready"
    assert told["level"] == "info"
    assert told["logger"] == "kitchen"
    assert told["timestamp"].endswith("Z")


def test_a_line_outside_any_request_has_no_request_id():
    assert "request_id" not in structlog.contextvars.get_contextvars()


@pytest.mark.django_db
def test_an_unhandled_fault_is_told_with_its_traceback_and_without_values(
    client, lines, monkeypatch, settings
):
    from config.web import health

    def broken(now):
        secret = "hunter" + "2"  # noqa: F841
        raise RuntimeError("the kettle is empty")

    monkeypatch.setattr(health, "oldest_unsent", broken)
    client.raise_request_exception = False
    assert client.get("/healthz").status_code == 500
    error, line = lines()
    assert error["event"] == "unhandled"
    assert line["status"] == 500
    entry = logs.configure(form="json", level="INFO")["formatters"]["site"]
    formatter = entry.pop("()")(**entry)
    record = logging.LogRecord("request", logging.ERROR, "", 1, "unhandled", (), None)
    try:
        broken(None)
    except RuntimeError:
        record.exc_info = sys.exc_info()
    told = formatter.format(record)
    assert "the kettle is empty" in told
    assert "hunter2" not in told
