"""``/metrics``: the metrics of the site for Prometheus, if METRICS_TOKEN is set.

Metrics of matches and e-mails are queried on request, so that every process reports the same. Each
query uses an index or stops at ``MAX_COUNT`` rows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import Error, connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.running import metrics_store
from config.web import health
from games.queries import flag_lag, latest_ply_id
from games.services.bots.bots import count_due_bots
from games.services.time.outages import heartbeat_age
from notifications.queries import (
    due_count as emails_due,
    oldest_unsent,
    sent_count,
    undelivered_count,
)

if TYPE_CHECKING:
    from prometheus_client.core import Metric

MAX_COUNT = 10_000  # rows that are counted; more are reported as this many
RECENT_PERIOD = timedelta(minutes=5)
QUERY_TIMEOUT_MS = 2000  # statement timeout on PostgreSQL

log = structlog.get_logger(__name__)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics if the token is right, else 404."""
    told = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not constant_time_compare(
        told, f"Bearer {settings.METRICS_TOKEN}"
    ):
        raise Http404
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
    from prometheus_client.registry import CollectorRegistry

    registry = CollectorRegistry()
    registry.register(SiteCollector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class SiteCollector:
    """Prometheus' collector of all metrics of the site."""

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering runs no queries."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of requests, tasks, servers and the database."""
        yield from metrics_store.request_metrics()
        yield from metrics_store.task_metrics()
        database = bool(health.database()["ok"])
        yield _gauge("database_up", "Whether the database answers.", database)
        yield _gauge("redis_up", "Whether Redis answers.", bool(health.broker()["ok"]))
        if database:
            yield from database_metrics(timezone.now())


def database_metrics(now: datetime) -> list[Metric]:
    """Return the metrics from the database, up to the first query that fails."""
    found: list[Metric] = []
    complete = True
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute(f"SET LOCAL statement_timeout = {QUERY_TIMEOUT_MS}")
            found.extend(_query_metrics(now))
    except Error as error:
        log.warning("figures_incomplete", reason=type(error).__name__)
        complete = False
    told = "Whether the database answered every query for these figures in time."
    return [*found, _gauge("figures_complete", told, complete)]


def _query_metrics(now: datetime) -> Iterator[Metric]:
    """Yield the metrics, a query for each."""
    from prometheus_client.core import CounterMetricFamily

    yield CounterMetricFamily(
        "ampelpost_plies",
        "Number of the newest ply: moves and random draws, gaps of undone ones included.",
        value=latest_ply_id(),
    )
    yield _gauge(
        "flag_wait_seconds", "How long the oldest fallen flag has waited.", _seconds(flag_lag(now))
    )
    if (age := heartbeat_age(now)) is not None:
        yield _gauge("heartbeat_age_seconds", "Age of the last heartbeat.", age.total_seconds())
    yield _gauge("bots_due", "Bots whose next run is due.", count_due_bots(now))
    yield _gauge(
        "email_wait_seconds",
        "How long the oldest due e-mail has waited.",
        _seconds(oldest_unsent(now)),
    )
    yield _gauge("emails_due", "E-mails that should go out now.", emails_due(now, MAX_COUNT))
    yield _gauge(
        "emails_given_up", "E-mails given up, without bounces.", undelivered_count(MAX_COUNT)
    )
    yield _gauge(
        "emails_sent_recently",
        "E-mails that the mail server accepted in the last five minutes.",
        sent_count(now - RECENT_PERIOD, MAX_COUNT),
    )


def _gauge(name: str, told: str, value: float) -> Metric:
    from prometheus_client.core import GaugeMetricFamily

    return GaugeMetricFamily(f"ampelpost_{name}", told, value=float(value))


def _seconds(lag: timedelta | None) -> float:
    """Return seconds; 0 if nothing is waiting."""
    return lag.total_seconds() if lag is not None else 0.0


class MetricsMiddleware:
    """Counts requests, by the name of their URL and never by their path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Switch off without a token: nobody could read the metrics."""
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began
        metrics_store.count_request(
            view_of(request), request.method or "", response.status_code, seconds
        )
        return response


def view_of(request: HttpRequest) -> str:
    """Return the name of the URL; static files share one, unknown paths another."""
    if (match := request.resolver_match) is not None:
        return match.view_name or match.route
    return "static" if request.path.startswith(settings.STATIC_URL) else "unknown"
