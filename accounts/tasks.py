"""The recurring work of the accounts room."""

from __future__ import annotations

import secrets

from celery import shared_task
from django.utils import timezone

from accounts.services import tidying, visits


@shared_task
def tidy_accounts() -> int:
    """Release sign-ups that nobody confirmed; delete sessions that are over, and old visits."""
    now = timezone.now()
    tidying.clear_sessions()
    visits.forget_visits(now=now)
    return tidying.release_unconfirmed(chance=secrets.SystemRandom(), now=now)
