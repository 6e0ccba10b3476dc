"""Celery tasks: short, limited in time, idempotent."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.services.time import outages
from tournaments.referees.services import assigning, cases, claims
from tournaments.referees.services.jury import seating
from tournaments.services.seasons import outage_shift


@shared_task(name="referees.tasks.follow_rounds", soft_time_limit=100, time_limit=120)
def follow_rounds() -> int:
    """Open, refer and close claims about matches left unfinished by their round."""
    now = timezone.now()
    outages.record_heartbeat(now=now)
    outage_shift.apply_outages(now=now)
    return claims.process_due_claims(now=now)


@shared_task(name="referees.tasks.close_cases", soft_time_limit=100, time_limit=120)
def close_cases() -> int:
    """Close what can no longer be appealed; replace jurors and referees who cannot act."""
    now = timezone.now()
    outages.record_heartbeat(now=now)
    freed = seating.update_juries(now=now) + assigning.return_stranded(now=now)
    return cases.close_cases(now=now) + freed
