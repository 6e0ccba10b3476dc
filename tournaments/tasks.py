"""What the timetable calls: short, limited in time, safe to run twice and after any pause."""

from __future__ import annotations

import secrets

from celery import shared_task
from django.utils import timezone

from tournaments.services import running


@shared_task(name="tournaments.tasks.run_tournaments", soft_time_limit=250, time_limit=300)
def run_tournaments() -> int:
    """Take every step that is due in any tournament."""
    return running.advance_all(now=timezone.now(), make_seed=lambda: secrets.token_hex(32))
