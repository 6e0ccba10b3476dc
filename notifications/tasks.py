"""Recurring tasks of e-mails; sending is in the package that composes them (games.tasks)."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from notifications.services import counting, retention


@shared_task(soft_time_limit=250, time_limit=300)
def delete_old_emails() -> int:
    """Remove old e-mails about matches."""
    return retention.delete_old_emails(timezone.now())


@shared_task(soft_time_limit=250, time_limit=300)
def count_deliveries() -> int:
    """Count what has happened to e-mails, by day and domain."""
    return counting.count_deliveries(timezone.now())
