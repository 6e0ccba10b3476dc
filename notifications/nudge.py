"""Waking a worker early; losing the broker loses nothing, for the timetable wakes it anyway."""

from __future__ import annotations

import logging

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def nudge(task_name: str) -> None:
    """Ask a worker to run the task soon; a broker that is away is noted and forgiven."""
    try:
        current_app.send_task(task_name, retry=False)
    except OperationalError as fault:
        log.warning("could not nudge %s: %s", task_name, fault)
