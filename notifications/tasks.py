"""Recurring tasks of e-mails; sending is in ``config.tasks``, which can compose them."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from notifications.services import counting, retention


@shared_task(soft_time_limit=250, time_limit=300)
def delete_old_emails() -> int:
    return retention.delete_old_emails(timezone.now())


@shared_task(soft_time_limit=250, time_limit=300)
def count_deliveries() -> int:
    return counting.count_deliveries(timezone.now())
