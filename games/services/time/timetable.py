"""Timetables of bots: cron expressions in the bot's own time zone."""

from __future__ import annotations

from datetime import UTC, datetime

from cronsim import CronSim, CronSimError
from django.db import transaction

from accounts.models import Player
from games.models import Bot
from games.services.errors import Refused
from notifications.worker import wake_worker

ALWAYS = "* * * * *"
RUN_TASK = "games.tasks.run_bots"


def next_run(timetable: str, player: Player, now: datetime) -> datetime:
    """Return the timetable's first instant after ``now``; refuses ``bad_timetable``."""
    try:
        return next(CronSim(timetable, now.astimezone(player.zone))).astimezone(UTC)
    except (CronSimError, StopIteration) as error:
        raise Refused("bad_timetable", text=timetable) from error


def schedule_bot(player: Player, now: datetime) -> None:
    """Run a bot at once if it always answers; other bots keep to their timetable."""
    if not player.is_bot:
        return
    rung = Bot.objects.filter(player=player, active=True, timetable=ALWAYS)
    if rung.update(next_run_at=now):
        transaction.on_commit(lambda: wake_worker(RUN_TASK), robust=True)


def schedule_caretaker() -> None:
    transaction.on_commit(lambda: wake_worker(RUN_TASK), robust=True)
