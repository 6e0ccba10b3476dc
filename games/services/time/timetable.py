"""When a bot looks at its boards: cron expressions in its own time zone, summer time included."""

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
    """Return the first instant after ``now`` that the timetable names; refuse ``bad_timetable``."""
    try:
        return next(CronSim(timetable, now.astimezone(player.zone))).astimezone(UTC)
    except (CronSimError, StopIteration) as error:
        raise Refused("bad_timetable", text=timetable) from error


def schedule_bot(player: Player, now: datetime) -> None:
    """Wake a bot that always answers at once; the others keep to their timetable."""
    if not player.is_bot:
        return
    rung = Bot.objects.filter(player=player, active=True, timetable=ALWAYS)
    if rung.update(next_run_at=now):
        transaction.on_commit(lambda: wake_worker(RUN_TASK), robust=True)


def schedule_caretaker() -> None:
    """Schedule the caretakers now."""
    transaction.on_commit(lambda: wake_worker(RUN_TASK), robust=True)
