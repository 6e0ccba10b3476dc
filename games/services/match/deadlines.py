"""Stored deadlines follow an outage in pieces, so that pages and calendars show what holds.

Nothing is at stake here: a flag check computes the clock again under the match's lock, whether or
not its stored deadline has followed already.
"""

from __future__ import annotations

import logging
from datetime import datetime
from time import monotonic

from django.db import transaction

from games.models import Match, Outage
from games.services.match.loaded import lock_match, save_match, set_due_times

PIECE = 20  # matches whose locks are held together
BUDGET = 30.0  # seconds a run may take; the next one goes on

logger = logging.getLogger(__name__)


def follow_outages(*, now: datetime) -> int:
    """Compute the deadlines of running matches again after an outage; return how many were seen."""
    done, begun = 0, monotonic()
    while monotonic() - begun < BUDGET:
        seen = _follow_piece(now)
        if seen is None:
            break
        done += seen
    return done


@transaction.atomic
def _follow_piece(now: datetime) -> int | None:
    """Take the next matches; None if nothing is left, or another worker is at it."""
    rows = Outage.objects.select_for_update(skip_locked=True).filter(settled_at=None)
    outage = rows.order_by("-pk").first()
    if outage is None:
        return None
    # whoever computes a clock counts all outages, so the latest row does the work of the others
    Outage.objects.filter(settled_at=None, pk__lt=outage.pk).update(settled_at=now)
    running = Match.objects.running().filter(pk__gt=outage.checked_to)
    running = running.filter(seats__awaited_since__isnull=False).order_by("pk").distinct()
    numbers = list(running.values_list("pk", flat=True)[:PIECE])
    for number in numbers:
        try:
            reset_match(number, now)
        except Exception:
            logger.exception("match stepped aside", extra={"match": number})
    if numbers:
        outage.checked_to = numbers[-1]
    else:
        outage.settled_at = now
    outage.save(update_fields=["checked_to", "settled_at"])
    return len(numbers)


@transaction.atomic
def reset_match(match_id: int, now: datetime) -> None:
    """Compute the due times of one match again; a flag that falls later now has not fallen."""
    loaded = lock_match(match_id)
    if not loaded.match.is_running:
        return
    for seat in loaded.seats:
        set_due_times(loaded, seat, now)
        if seat.deadline_at is None or seat.deadline_at > now:
            seat.flagged_at = None
    save_match(loaded)
