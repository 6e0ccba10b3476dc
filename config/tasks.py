"""Recurring tasks of the whole site."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from config import health_log, table_sizes
from config.emails import composing
from notifications.services.outbox import SEND_TASK


@shared_task(name=SEND_TASK, soft_time_limit=100, time_limit=120)
def send_emails() -> int:
    """Compose and send the e-mails that are due; return how many went out."""
    return composing.deliver_due(timezone.now()).sent


@shared_task
def record_table_sizes() -> bool:
    """Record today's table sizes for the operators' page."""
    return table_sizes.record_sizes(timezone.now().date())


@shared_task
def record_health() -> None:
    """Record the lengths of the queues for the operators' page."""
    health_log.record_queues(timezone.now())
