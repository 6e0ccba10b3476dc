"""Queue lengths by day, and the last run of each recurring task, in the cache.

Losing the cache loses only the operators' charts.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.core.cache import cache
from redis.exceptions import RedisError

from config.beat import BEAT_SCHEDULE
from games.queries import flag_lag
from notifications.queries import due_count, oldest_unsent
from tournaments.queries import count_due

DAYS = 30
CACHE_SECONDS = 40 * 24 * 60 * 60
MAX_COUNT = 100_000
QUEUE_METRICS = ("emails", "email_minutes", "flag_seconds", "events")
TASKS = frozenset(each["task"] for each in BEAT_SCHEDULE.values())
LATE_AFTER_INTERVALS = 3  # a task is late after this many intervals and a minute


@dataclass(frozen=True, slots=True)
class TaskStatus:
    """A recurring task: its interval, when it last ended, and whether it is late."""

    name: str
    every: timedelta
    at: datetime | None
    late: bool


def current_queues(now: datetime) -> dict[str, int]:
    """Return due e-mails, the longest waits of e-mails and flags, and tournaments due."""
    wait, lag = oldest_unsent(now) or timedelta(0), flag_lag(now) or timedelta(0)
    return {
        "emails": due_count(now, MAX_COUNT),
        "email_minutes": round(wait.total_seconds() / 60),
        "flag_seconds": round(lag.total_seconds()),
        "events": count_due(now),
    }


def record_queues(now: datetime) -> None:
    """Store today's maxima."""
    key = _cache_key(now.date())
    before: Mapping[str, int] = cache.get(key) or {}
    found = current_queues(now)
    most = {name: max(found[name], before.get(name, 0)) for name in QUEUE_METRICS}
    cache.set(key, most, CACHE_SECONDS)


def queues_by_day(today: date) -> list[tuple[date, Mapping[str, int]]]:
    """Return the recorded values, oldest day first; empty for days without any."""
    days = [today - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    noted = cache.get_many([_cache_key(day) for day in days])
    return [(day, noted.get(_cache_key(day), {})) for day in days]


def record_task_run(task: str, now: datetime) -> None:
    """Remember that a recurring task has ended; errors of the cache are ignored."""
    if task not in TASKS:
        return
    with suppress(RedisError, OSError):
        cache.set(f"tick:{task}", now.isoformat(), CACHE_SECONDS)


def task_statuses(now: datetime) -> list[TaskStatus]:
    """Return every recurring task in the order of the schedule."""
    noted = cache.get_many([f"tick:{task}" for task in TASKS])
    found = []
    for name, each in BEAT_SCHEDULE.items():
        said = noted.get(f"tick:{each['task']}")
        at, every = datetime.fromisoformat(said) if said else None, each["schedule"]
        late = at is None or now - at > LATE_AFTER_INTERVALS * every + timedelta(minutes=1)
        found.append(TaskStatus(name, every, at, late))
    return found


def _cache_key(day: date) -> str:
    return f"health:{day.isoformat()}"
