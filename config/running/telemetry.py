"""Errors for Sentry and spans for OpenTelemetry, each only if its variable is set.

Otherwise nothing is imported. Only what is listed here leaves the site: names of URLs, views and
tasks, types of errors with their stack, status and duration. No paths, addresses, headers, error
messages or values of variables: they may contain signed tokens or user input.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import structlog

from config import env

EVENT_FIELDS = ("event_id", "timestamp", "platform", "level", "release", "environment", "sdk")
FRAME_FIELDS = ("filename", "function", "module", "lineno", "in_app", "context_line")
EXTRAS = "deploy/requirements-observability.txt"

log = structlog.get_logger(__name__)


def start(part: str) -> None:
    """Start what the environment asks for, in a web or worker process."""
    if dsn := env.text("SENTRY_DSN"):
        try:
            _start_sentry(dsn, part)
        except ImportError:
            log.error("package_missing", variable="SENTRY_DSN", install=EXTRAS)  # noqa: TRY400
    if part == "worker" and get_tracer(part) is not None:
        _trace_tasks(part)


def _start_sentry(dsn: str, part: str) -> None:
    """Report uncaught errors of requests and tasks to Sentry."""
    import sentry_sdk
    from sentry_sdk.integrations.celery import CeleryIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.django import DjangoIntegration

    sentry_sdk.init(
        dsn=dsn,
        environment=part,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        propagate_traces=False,
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            DjangoIntegration(transaction_style="function_name", middleware_spans=False),
            CeleryIntegration(propagate_traces=False),
            DedupeIntegration(),
        ],
        before_send=strip_event,
    )


def strip_event(event: Mapping[str, Any], _hint: object = None) -> dict[str, Any]:
    """Return the parts of an event that may leave the site."""
    sent = {name: event[name] for name in EVENT_FIELDS if name in event}
    place = str(event.get("transaction") or "")
    if place and "/" not in place:  # it is a path if no view was found
        sent["transaction"] = place
    errors = (event.get("exception") or {}).get("values") or []
    sent["exception"] = {"values": [_summarize_error(each) for each in errors]}
    return sent


def _summarize_error(error: Mapping[str, Any]) -> dict[str, Any]:
    """Return type and stack of an error; its message may quote anything."""
    frames = (error.get("stacktrace") or {}).get("frames") or []
    kept = [{name: frame[name] for name in FRAME_FIELDS if name in frame} for frame in frames]
    how = error.get("mechanism") or {}
    return {
        "type": error.get("type"),
        "module": error.get("module"),
        "mechanism": {name: how.get(name) for name in ("type", "handled")},
        "stacktrace": {"frames": kept},
    }


@cache
def get_tracer(part: str) -> Any:
    """Return the tracer; None unless OTEL_EXPORTER_OTLP_ENDPOINT is set."""
    if not env.text("OTEL_EXPORTER_OTLP_ENDPOINT"):
        return None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        log.error("package_missing", variable="OTEL_EXPORTER_OTLP_ENDPOINT", install=EXTRAS)  # noqa: TRY400
        return None
    provider = TracerProvider(resource=Resource.create({"service.name": f"ampelpost-{part}"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("ampelpost")


def _trace_tasks(part: str) -> None:
    """Create a span for every task, with its name and outcome."""
    from celery.signals import task_postrun, task_prerun

    spans: dict[str, Any] = {}

    def begin(task_id: str = "", task: Any = None, **_: object) -> None:
        spans[task_id] = get_tracer(part).start_span(getattr(task, "name", "task"))

    def end(task_id: str = "", state: str | None = None, **_: object) -> None:
        if (span := spans.pop(task_id, None)) is not None:
            span.set_attribute("outcome", (state or "unknown").lower())
            span.end()

    task_prerun.connect(begin, weak=False, dispatch_uid="begin_span")
    task_postrun.connect(end, weak=False, dispatch_uid="end_span")
