"""The recurring work of the accounts room."""

from __future__ import annotations

import secrets

from celery import shared_task
from django.utils import timezone

from accounts.services import tidying


@shared_task
def tidy_accounts() -> int:
    """Release sign-ups that nobody confirmed and delete sessions that are over."""
    tidying.clear_sessions()
    return tidying.release_unconfirmed(chance=secrets.SystemRandom(), now=timezone.now())
