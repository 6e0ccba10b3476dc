"""Recomputes stored deadlines after an outage, in batches, for pages and calendars.

Not needed for correctness: a flag check recomputes the clock under the match's lock anyway.
"""

from __future__ import annotations

import logging
from datetime import datetime
from time import monotonic

from django.db import transaction

from games.models import Match, Outage
from games.services.match.loaded import lock_match, save_match, set_due_times

BATCH_SIZE = 20  # matches locked together
MAX_SECONDS = 30.0  # seconds per run; the next run continues

logger = logging.getLogger(__name__)


def recompute_after_outages(*, now: datetime) -> int:
    """Recompute deadlines of running matches after an outage; return how many matches."""
    done, begun = 0, monotonic()
    while monotonic() - begun < MAX_SECONDS:
        seen = _recompute_batch(now)
        if seen is None:
            break
        done += seen
    return done


@transaction.atomic
def _recompute_batch(now: datetime) -> int | None:
    """Recompute the next batch; None if nothing is left or another worker has it."""
    rows = Outage.objects.select_for_update(skip_locked=True).filter(settled_at=None)
    outage = rows.order_by("-pk").first()
    if outage is None:
        return None
    # every computation counts all outages, so the latest row stands for the earlier ones
    Outage.objects.filter(settled_at=None, pk__lt=outage.pk).update(settled_at=now)
    running = Match.objects.running().filter(pk__gt=outage.checked_to)
    running = running.filter(seats__awaited_since__isnull=False).order_by("pk").distinct()
    numbers = list(running.values_list("pk", flat=True)[:BATCH_SIZE])
    for number in numbers:
        try:
            recompute_due_times(number, now)
        except Exception:
            logger.exception("match stepped aside", extra={"match": number})
    if numbers:
        outage.checked_to = numbers[-1]
    else:
        outage.settled_at = now
    outage.save(update_fields=["checked_to", "settled_at"])
    return len(numbers)


@transaction.atomic
def recompute_due_times(match_id: int, now: datetime) -> None:
    """Recompute the due times of one match; a flag is raised again if its deadline moved."""
    loaded = lock_match(match_id)
    if not loaded.match.is_running:
        return
    for seat in loaded.seats:
        set_due_times(loaded, seat, now)
        if seat.deadline_at is None or seat.deadline_at > now:
            seat.flagged_at = None
    save_match(loaded)
