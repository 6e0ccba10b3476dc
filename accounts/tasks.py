"""Recurring tasks of accounts."""

from __future__ import annotations

import secrets

from celery import shared_task
from django.utils import timezone

from accounts.services import cleanup, keys, visits


@shared_task
def tidy_accounts() -> int:
    """Release unconfirmed sign-ups; delete old sessions, visits and expired keys."""
    now = timezone.now()
    cleanup.clear_sessions()
    visits.delete_old_visits(now=now)
    keys.delete_expired_keys(now=now)
    return cleanup.delete_unconfirmed_logins(chance=secrets.SystemRandom(), now=now)
