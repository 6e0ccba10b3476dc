"""What the timetable calls: short, limited in time, safe to run twice."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from notifications.services.delivery import deliver_due


@shared_task(name="notifications.tasks.send_letters", soft_time_limit=100, time_limit=120)
def send_letters() -> int:
    """Send what is due and return how many letters went out."""
    return deliver_due(timezone.now()).sent
