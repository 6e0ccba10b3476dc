"""Metrics of several processes: requests in files that web processes share, tasks in Redis.

Nothing here is used, and ``prometheus_client`` is not imported, unless METRICS_TOKEN is set.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from config import env

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry, Counter, Histogram
    from prometheus_client.core import Metric

MULTIPROC_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # read by prometheus_client when it is imported
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def share_between_processes(port: int) -> None:
    """Make forked web processes share one folder of metrics, empty at first."""
    if not env.text("METRICS_TOKEN"):
        return
    folder = env.var_dir() / "metrics" / str(port)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ[MULTIPROC_VARIABLE] = str(folder)


@dataclass(frozen=True)
class RequestMetrics:
    """Prometheus metrics of requests."""

    registry: CollectorRegistry
    total: Counter
    seconds: Histogram


@cache
def get_collectors() -> RequestMetrics:
    from prometheus_client import CollectorRegistry, Counter, Histogram

    registry = CollectorRegistry()
    return RequestMetrics(
        registry,
        Counter(
            "ampelpost_requests",
            "Requests by the name of their URL, method and status.",
            ["view", "method", "status"],
            registry=registry,
        ),
        Histogram(
            "ampelpost_request_seconds",
            "Seconds until the answer was complete, by the name of the URL.",
            ["view"],
            buckets=BUCKETS,
            registry=registry,
        ),
    )


def count_request(view: str, method: str, status: int, seconds: float) -> None:
    """Count a request; unusual methods share a label, so that clients cannot invent labels."""
    known = method if method in METHODS else "other"
    get_collectors().total.labels(view, known, str(status)).inc()
    get_collectors().seconds.labels(view).observe(seconds)


def request_metrics() -> Iterable[Metric]:
    """Return the request metrics of all processes of this web server."""
    folder = os.environ.get(MULTIPROC_VARIABLE)
    if not folder or not Path(folder).is_dir():
        return get_collectors().registry.collect()
    from prometheus_client.multiprocess import MultiProcessCollector

    collector: Any = MultiProcessCollector
    found: Iterable[Metric] = collector(None, folder).collect()
    return found


# Tasks -------------------------------------------------------------------------------------------
@cache
def _redis(url: str) -> Redis:
    """Return a client without retries: metrics may be lost, but tasks must not wait."""
    return Redis.from_url(
        url, socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )


def _keys() -> tuple[str, str]:
    """Return the names of two hashes: outcomes of tasks, and when they last succeeded."""
    from django.conf import settings

    return f"{settings.REDIS_PREFIX}figures:tasks", f"{settings.REDIS_PREFIX}figures:done"


def count_task(name: str, outcome: str) -> None:
    """Count a finished task for the whole site; errors of Redis are ignored."""
    from django.conf import settings

    ended, done = _keys()
    with suppress(RedisError, OSError), _redis(settings.CACHE_URL).pipeline(False) as line:
        line.hincrby(ended, f"{name}|{outcome}", 1)
        if outcome == "success":
            line.hset(done, name, str(time.time()))
        line.execute()


def task_metrics() -> Iterator[Metric]:
    """Yield the task metrics of all workers; without samples while Redis is down."""
    from django.conf import settings
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

    client: Any = _redis(settings.CACHE_URL)
    ended, done = (
        CounterMetricFamily(
            "ampelpost_tasks", "Tasks by name and outcome.", labels=["task", "outcome"]
        ),
        GaugeMetricFamily(
            "ampelpost_task_done_timestamp_seconds",
            "When a task of this name last ended well.",
            labels=["task"],
        ),
    )
    with suppress(RedisError, OSError):
        counts, instants = (client.hgetall(key) for key in _keys())
        for field, count in sorted(counts.items()):
            ended.add_metric(field.decode().split("|"), float(count))
        for name, at in sorted(instants.items()):
            done.add_metric([name.decode()], float(at))
    yield ended
    yield done
