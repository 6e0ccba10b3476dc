"""The schedule of all recurring tasks."""

from __future__ import annotations

from datetime import timedelta
from typing import NotRequired, TypedDict


class Recurring(TypedDict):
    """An entry of Celery's beat schedule."""

    task: str
    schedule: timedelta
    options: NotRequired[dict[str, int]]


BEAT_SCHEDULE: dict[str, Recurring] = {
    "note heartbeat": {
        "task": "games.tasks.note_heartbeat",
        "schedule": timedelta(seconds=20),
        "options": {"expires": 60},
    },
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
    "run reports": {
        "task": "tournaments.tasks.run_reports",
        "schedule": timedelta(minutes=1),
    },
    "post summaries": {
        "task": "tournaments.tasks.post_summaries",
        "schedule": timedelta(hours=1),
    },
    "follow rounds": {"task": "referees.tasks.follow_rounds", "schedule": timedelta(minutes=1)},
    "close cases": {"task": "referees.tasks.close_cases", "schedule": timedelta(minutes=10)},
    "prepare puzzles": {"task": "games.tasks.prepare_puzzles", "schedule": timedelta(hours=1)},
    "delete old e-mails": {
        "task": "notifications.tasks.delete_old_emails",
        "schedule": timedelta(hours=1),
    },
    "count deliveries": {
        "task": "notifications.tasks.count_deliveries",
        "schedule": timedelta(minutes=15),
    },
    "tidy accounts": {"task": "accounts.tasks.tidy_accounts", "schedule": timedelta(hours=1)},
    "note table sizes": {"task": "config.tasks.record_table_sizes", "schedule": timedelta(hours=1)},
    "note health": {"task": "config.tasks.record_health", "schedule": timedelta(minutes=5)},
    "read e-mails": {
        "task": "read_mail",
        "schedule": timedelta(seconds=15),
        "options": {"expires": 30},
    },
    "delete old replies": {
        "task": "inbound.tasks.delete_old_messages",
        "schedule": timedelta(hours=1),
    },
    "send e-mails": {
        "task": "send_emails",
        "schedule": timedelta(seconds=15),
        "options": {"expires": 30},
    },
}
