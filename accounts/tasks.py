"""Recurring tasks of accounts."""

from __future__ import annotations

import secrets

from celery import shared_task
from django.utils import timezone

from accounts.services import keys, tidying, visits


@shared_task
def tidy_accounts() -> int:
    """Release unconfirmed sign-ups; delete old sessions, visits and expired keys."""
    now = timezone.now()
    tidying.clear_sessions()
    visits.forget_visits(now=now)
    keys.forget_expired(now=now)
    return tidying.release_unconfirmed(chance=secrets.SystemRandom(), now=now)
