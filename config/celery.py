"""The Celery application; tasks are thin entry points, all state is in the database."""

from __future__ import annotations

import os
import time
import warnings
from contextlib import suppress
from typing import Any

from celery import Celery
from celery.platforms import SecurityWarning  # type: ignore[attr-defined]
from celery.signals import (
    beat_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
)

from config import env
from config.running import metrics_store, telemetry
from config.running.processes import kill_children_on_exit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Celery warns about running as root because of pickled tasks; ours are JSON without arguments.
warnings.filterwarnings("ignore", category=SecurityWarning)

app = Celery("ampelpost")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_django_logging(**_: object) -> None:
    """Keep Django's logging: because this receiver exists, Celery does not set up its own."""


@worker_init.connect
def kill_children_with_worker(**_: object) -> None:
    """Kill the pool's processes if the worker dies."""
    kill_children_on_exit()


@worker_process_init.connect
def start_worker_telemetry(**_: object) -> None:
    """Report errors and spans of tasks, if the environment asks for it."""
    telemetry.start("worker")


@beat_init.connect
def start_beat_telemetry(**_: object) -> None:
    """Report errors of the scheduler, if the environment asks for it."""
    telemetry.start("beat")


@task_postrun.connect
def count_task(task: Any = None, state: str | None = None, **_: object) -> None:
    """Count how a task ended, if metrics are on."""
    if env.text("METRICS_TOKEN") and task is not None:
        metrics_store.count_task(task.name, (state or "unknown").lower())


@task_postrun.connect
def record_task_run(task: Any = None, **_: object) -> None:
    """Remember when a recurring task last ended, for the operators' page."""
    from django.utils import timezone

    from config import health_log

    if task is not None:
        health_log.record_task_run(task.name, timezone.now())  # noqa: TID251 (an entry point)


HEARTBEAT_SECONDS = 10.0
_heartbeat_at = -HEARTBEAT_SECONDS


@task_prerun.connect
@task_postrun.connect
def note_heartbeat(**_: object) -> None:
    """Record a heartbeat with every task that starts or ends."""
    global _heartbeat_at  # noqa: PLW0603 (a hint of this process only: losing it costs nothing)
    if time.monotonic() - _heartbeat_at < HEARTBEAT_SECONDS:
        return
    from django.db import Error
    from django.utils import timezone

    from games.services.time import outages

    with suppress(Error):  # an unreachable database must not affect other tasks
        outages.record_heartbeat(now=timezone.now())  # noqa: TID251 (an entry point)
        _heartbeat_at = time.monotonic()
