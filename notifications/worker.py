"""Wakes a worker early; without the broker, the scheduler does so later."""

from __future__ import annotations

import logging
import time

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)
RETRY_SECONDS = 10.0
_silent_until = 0.0


def wake_worker(task_name: str) -> None:
    """Ask a worker to run the task soon; after a failure the broker is left alone for a while."""
    global _silent_until  # noqa: PLW0603 (a hint of this process only: losing it costs nothing)
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.send_task(task_name, retry=False)
    except OperationalError as error:
        _silent_until = time.monotonic() + RETRY_SECONDS
        log.warning("could not wake a worker for %s: %s", task_name, error)
