"""Sentry and OpenTelemetry: asleep without their variables, and silent about people with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.test import Client
from structlog.testing import capture_logs

from config.running import telemetry
from config.web.tracing import TracingMiddleware

ROOT = Path(__file__).resolve().parents[2]
VARIABLES = ("SENTRY_DSN", "OTEL_EXPORTER_OTLP_ENDPOINT")


@pytest.fixture(autouse=True)
def _forget_tracer():
    telemetry.get_tracer.cache_clear()
    yield
    telemetry.get_tracer.cache_clear()


@pytest.mark.long
def test_without_the_variables_nothing_is_imported():
    env = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    code = (
        "import sys, config.wsgi; from config.running import telemetry;"
        "[telemetry.start(part) for part in ('web', 'worker', 'beat')];"
        "print([name for name in sys.modules"
        " if name.split('.')[0] in {'sentry_sdk', 'opentelemetry', 'prometheus_client'}])"
    )
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    env.pop("METRICS_TOKEN", None)
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "[]"


def test_without_the_variable_no_request_passes_through_the_tracer():
    with pytest.raises(MiddlewareNotUsed):
        TracingMiddleware(lambda request: pytest.fail("called"))


@pytest.mark.parametrize("variable", VARIABLES)
def test_a_package_that_is_missing_is_told_and_stops_nothing(monkeypatch, variable):
    monkeypatch.setenv(variable, "http://127.0.0.1:1")
    for name in ("sentry_sdk", "opentelemetry", "opentelemetry.sdk.trace"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)
    with capture_logs() as lines:
        telemetry.start("worker")
    (line,) = lines
    assert line["event"] == "package_missing"
    assert line["variable"] == variable
    assert (ROOT / line["install"]).is_file()


class Packages:
    """Stand-ins for the modules of a package, made as they are asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch

    def add(self, name: str, **content: Any) -> None:
        parts = name.split(".")
        for length in range(1, len(parts) + 1):
            path = ".".join(parts[:length])
            if path not in sys.modules or length == len(parts):
                module = types.ModuleType(path)
                module.__path__ = []
                self.monkeypatch.setitem(sys.modules, path, module)
        vars(sys.modules[name]).update(content)


def test_sentry_is_told_to_keep_what_is_personal(monkeypatch):
    told: dict[str, Any] = {}
    packages = Packages(monkeypatch)
    packages.add("sentry_sdk", init=lambda **options: told.update(options))
    for name in ("celery", "dedupe", "django"):
        made = {f"{name.capitalize()}Integration": lambda **options: options}
        packages.add(f"sentry_sdk.integrations.{name}", **made)
    monkeypatch.setenv("SENTRY_DSN", "https://key@sentry.example.org/1")
    telemetry.start("web")
    assert told["send_default_pii"] is False
    assert told["include_local_variables"] is False
    assert told["max_request_body_size"] == "never"
    assert told["max_breadcrumbs"] == 0
    assert told["default_integrations"] is False
    assert told["before_send"] is telemetry.strip_event


def test_of_an_event_only_what_is_listed_leaves_the_site():
    secret = "alice@example.org /move/signed-token/ hunter2"
    event = {
        "event_id": "1",
        "level": "error",
        "transaction": "games.web.match.pages.show",
        "request": {"url": secret, "headers": {"Cookie": secret}, "data": secret},
        "user": {"email": secret, "ip_address": secret},
        "server_name": secret,
        "extra": {"celery-job": {"args": [secret]}},
        "breadcrumbs": {"values": [{"message": secret}]},
        "contexts": {"anything": secret},
        "tags": {"any": secret},
        "logentry": {"message": secret},
        "exception": {
            "values": [
                {
                    "type": "IntegrityError",
                    "module": "django.db.utils",
                    "value": secret,
                    "mechanism": {"type": "django", "handled": False, "data": {"x": secret}},
                    "stacktrace": {
                        "frames": [{"function": "show", "lineno": 3, "vars": {"mail": secret}}]
                    },
                }
            ]
        },
    }
    sent = telemetry.strip_event(event)
    assert not any(word in json.dumps(sent) for word in secret.split())
    assert sent["transaction"] == "games.web.match.pages.show"
    (error,) = sent["exception"]["values"]
    assert error["type"] == "IntegrityError"
    assert error["stacktrace"]["frames"] == [{"function": "show", "lineno": 3}]


def test_a_path_is_no_name_of_a_transaction():
    assert "transaction" not in telemetry.strip_event({"transaction": "/move/signed-token/"})


class Span:
    """A span that remembers what it was told."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}

    def __enter__(self) -> Span:
        return self

    def __exit__(self, *_error: object) -> None:
        self.told["ended"] = True

    def update_name(self, name: str) -> None:
        self.told["name"] = name

    def set_attribute(self, name: str, value: object) -> None:
        self.told[name] = value


@pytest.mark.django_db
def test_a_span_has_the_name_of_the_url_and_no_path(monkeypatch):
    spans: list[Span] = []

    class Tracer:
        def start_as_current_span(self, _name: str, **_options: object) -> Span:
            spans.append(Span())
            return spans[-1]

    stand_in = types.SimpleNamespace(get_tracer=lambda _part: Tracer())
    monkeypatch.setattr("config.web.tracing.telemetry", stand_in)
    Client().get("/account/login/?next=/signed-token/")
    (span,) = spans
    assert span.told == {
        "name": "account_login",
        "http.request.method": "GET",
        "http.route": "account_login",
        "http.response.status_code": 200,
        "ended": True,
    }


def test_the_optional_packages_are_pinned_and_agree_with_the_lock():
    lines = (ROOT / "deploy" / "requirements-observability.txt").read_text().splitlines()
    pinned = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    assert {"sentry-sdk", "opentelemetry-sdk"} < set(pinned)
    locked = (ROOT / "constraints.txt").read_text().lower().replace("_", "-")
    assert [name for name in pinned if f"\n{name}==" in locked] == []
