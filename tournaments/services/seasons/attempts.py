"""Running the steps of tournaments; one that fails or hangs waits behind the others.

An attempt is counted before it begins and the count cleared on success, so an attempt whose worker
is killed counts, too. Failures are retried with back-off; organisers are notified once, and again
on success.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from tournaments.errors import TimeLimitExceeded
from tournaments.models import Tournament
from tournaments.services.emails import delays

logger = logging.getLogger(__name__)
FIRST_WAIT, MAX_WAIT = timedelta(minutes=1), timedelta(hours=1)
MAX_INTERRUPTED = 2  # attempts cut short, as by restarts, before organisers are notified
FIELDS = ("attempts", "held_until", "held_since")


def due_tournaments(now: datetime) -> list[int]:
    """Return the tournaments whose steps are due; those that failed or hung come last."""
    free = Q(held_until=None) | Q(held_until__lte=now)
    found = Tournament.objects.filter(free, due_at__lte=now).order_by("attempts", "due_at", "pk")
    return list(found.values_list("pk", flat=True))


def retry_delay(attempts: int) -> timedelta:
    """Return how long to wait after this many failed attempts in a row."""
    return min(FIRST_WAIT * (1 << min(max(attempts - 1, 0), 10)), MAX_WAIT)


def run_attempt(pk: int, steps: Callable[[], int], *, now: datetime) -> int:
    """Run a tournament's steps and return how many; errors are logged and affect no other
    tournament.
    """
    if not _count_attempt(pk, now):
        return 0
    try:
        taken = steps()
    except (Exception, TimeLimitExceeded):
        logger.exception("tournament stepped aside", extra={"tournament": pk})
        _suspend(pk, now)
        return 0
    _clear(pk, now)
    return taken


def try_lock_tournament(pk: int, *, wait: bool = True) -> Tournament | None:
    """Return a tournament locked for update; None if it is gone, or locked if not ``wait``."""
    held = Tournament.objects.select_for_update(of=("self",), skip_locked=not wait)
    return held.select_related("organiser__user").filter(pk=pk).first()


@transaction.atomic
def _count_attempt(pk: int, now: datetime) -> bool:
    """Count an attempt before it begins; False if another worker has locked the tournament."""
    tournament = try_lock_tournament(pk, wait=False)
    if tournament is None:
        return False
    if tournament.attempts >= MAX_INTERRUPTED and tournament.held_since is None:
        tournament.held_since = now
        delays.notify_delayed(tournament, now=now)
    if tournament.attempts:
        tournament.held_until = now + retry_delay(tournament.attempts)
    tournament.attempts += 1
    tournament.save(update_fields=FIELDS)
    return True


@transaction.atomic
def _suspend(pk: int, now: datetime) -> None:
    """Suspend a tournament after a failed attempt and notify its organisers once."""
    tournament = try_lock_tournament(pk)
    if tournament is None:
        return
    tournament.held_until = now + retry_delay(tournament.attempts)
    if tournament.held_since is None:
        tournament.held_since = now
        delays.notify_delayed(tournament, now=now)
    tournament.save(update_fields=FIELDS)


@transaction.atomic
def _clear(pk: int, now: datetime) -> None:
    """Clear the count after a successful attempt; notify the organisers if they know of a delay."""
    tournament = try_lock_tournament(pk)
    if tournament is None:
        return
    if tournament.held_since is not None:
        delays.notify_continued(tournament, now=now)
    tournament.attempts, tournament.held_until, tournament.held_since = 0, None, None
    tournament.save(update_fields=FIELDS)
