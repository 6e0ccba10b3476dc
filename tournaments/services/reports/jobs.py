"""Files that take too long for a page: stored, evaluated by a worker, shown later.

One worker claims a row at a time; if it dies, the row is claimed once more.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from games.services.errors import Refused
from notifications.worker import wake_worker
from tournaments.models import ReportJob
from tournaments.reports.answers import ReportRequest, failed_evaluation
from tournaments.services.reports.evaluation import evaluate
from tournaments.services.reports.files import ASK_ALL

TASK = "tournaments.tasks.run_reports"
MAX_SECONDS, CLAIM_EXPIRES_AFTER = 90, timedelta(minutes=3)
KEEP_FOR = timedelta(hours=1)
MAX_WAITING, MAX_ATTEMPTS = 2, 2


@transaction.atomic
def enqueue_report(player: Player, text: str, year: int, *, key: str, now: datetime) -> ReportJob:
    """Store a file for a worker; refuses ``reports_waiting`` if too many of the player's wait."""
    Player.objects.select_for_update().get(pk=player.pk)
    if ReportJob.objects.filter(player=player, answer__isnull=True).count() >= MAX_WAITING:
        raise Refused("reports_waiting", limit=MAX_WAITING)
    job = ReportJob.objects.create(player=player, text=text, year=year, key=key, asked_at=now)
    transaction.on_commit(lambda: wake_worker(TASK))
    return job


def get_job(player: Player, key: str) -> ReportJob:
    """Return a player's stored file; refuses ``no_such_report``."""
    job = ReportJob.objects.filter(player=player, key=key).first()
    if job is None:
        raise Refused("no_such_report")
    return job


def run_next(*, now: datetime) -> bool:
    """Evaluate the file that has waited longest; return whether there was one."""
    job = _claim_next(now)
    if job is None:
        return False
    ask = ReportRequest(write=job.year) if job.year else ASK_ALL
    told = evaluate(job.text, ask, MAX_SECONDS)
    ReportJob.objects.filter(pk=job.pk).update(answer=told)
    return True


@transaction.atomic
def _claim_next(now: datetime) -> ReportJob | None:
    """Claim the next file; fail those whose workers have died every time."""
    free = Q(taken_at=None) | Q(taken_at__lte=now - CLAIM_EXPIRES_AFTER)
    open_ones = ReportJob.objects.filter(free, answer__isnull=True)
    open_ones.filter(attempts__gte=MAX_ATTEMPTS).update(
        answer=failed_evaluation("out_of_time", limit=MAX_SECONDS)
    )
    job = open_ones.select_for_update(skip_locked=True).first()
    if job is not None:
        job.taken_at, job.attempts = now, job.attempts + 1
        job.save(update_fields=["taken_at", "attempts"])
    return job


def delete_old(*, now: datetime) -> int:
    """Delete files older than an hour; return how many."""
    count, _rows = ReportJob.objects.filter(asked_at__lte=now - KEEP_FOR).delete()
    return count


def wake_for_next() -> bool:
    """Wake a worker if a file waits; return whether one does."""
    waits = ReportJob.objects.filter(answer__isnull=True, taken_at=None).exists()
    if waits:
        wake_worker(TASK)
    return waits
