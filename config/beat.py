"""The whole timetable of recurring tasks, in one table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "settle flags": {"task": "games.tasks.settle_flags", "schedule": timedelta(minutes=1)},
    "send reminders": {"task": "games.tasks.send_reminders", "schedule": timedelta(minutes=1)},
    "run bots": {"task": "games.tasks.run_bots", "schedule": timedelta(seconds=30)},
    "expire challenges": {
        "task": "games.tasks.expire_challenges",
        "schedule": timedelta(minutes=10),
    },
    "run tournaments": {
        "task": "tournaments.tasks.run_tournaments",
        "schedule": timedelta(minutes=1),
    },
    "close cases": {"task": "games.tasks.close_cases", "schedule": timedelta(minutes=10)},
    "prepare puzzles": {"task": "games.tasks.prepare_puzzles", "schedule": timedelta(hours=1)},
    "tidy accounts": {"task": "accounts.tasks.tidy_accounts", "schedule": timedelta(hours=1)},
    "send letters": {"task": "notifications.tasks.send_letters", "schedule": timedelta(seconds=15)},
}
