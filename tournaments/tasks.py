"""Celery tasks: short, limited in time, idempotent."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.seeds import generate_seed
from games.services.time import outages
from tournaments.services.emails import monthly
from tournaments.services.reports import jobs
from tournaments.services.seasons import running


@shared_task(name="tournaments.tasks.run_tournaments", soft_time_limit=250, time_limit=300)
def run_tournaments() -> int:
    """Take every step that is due in any tournament."""
    now = timezone.now()
    outages.record_heartbeat(now=now)
    return running.advance_all(now=now, make_seed=generate_seed)


@shared_task(name="tournaments.tasks.run_reports", soft_time_limit=250, time_limit=300)
def run_reports() -> int:
    """Evaluate the next report file, wake the worker if more are waiting, delete old ones."""
    jobs.delete_old(now=timezone.now())
    return int(jobs.run_next(now=timezone.now()) and jobs.wake_for_next())


@shared_task(name="tournaments.tasks.post_summaries", soft_time_limit=250, time_limit=300)
def post_summaries() -> int:
    """Create the players' summaries of the month that has just ended."""
    return monthly.post_summaries(timezone.now())
