from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.seeds import generate_seed
from inbound.services import handling, retention
from inbound.services.storage import READ_TASK


@shared_task(name=READ_TASK, soft_time_limit=100, time_limit=120)
def read_mail() -> int:
    """Process due messages; return how many were settled."""
    return handling.process_due(now=timezone.now(), make_seed=generate_seed)


@shared_task(soft_time_limit=250, time_limit=300)
def delete_old_messages() -> int:
    return retention.delete_old_messages(timezone.now())
