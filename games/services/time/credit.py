"""Extends by outages what expires by the calendar: challenges, and what later apps keep.

Clocks need none of this, since they ask for outages whenever they are computed. An outage counts
from its beginning, not from its announcement, so that what is posted in between is extended
too; if it ends early, what it gave too much is taken back.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.models import Challenge, Outage
from games.signals import outage_noted, outage_shortened


@transaction.atomic
def credit_outages(*, now: datetime) -> int:
    """Put off what every outage that has begun touches, once; return how many there were."""
    waiting = Outage.objects.filter(credited_at=None, since__lte=now)
    rows = waiting.select_for_update(skip_locked=True).order_by("since", "pk")
    return sum(_credit(row, now) for row in list(rows))


def _credit(outage: Outage, now: datetime) -> bool:
    """Extend by the part of the outage that earlier ones have not credited."""
    others = Outage.objects.exclude(credited_at=None).filter(until__gt=outage.since)
    fresh = length_beside(outage, others)
    outage.credited_at = now
    outage.save(update_fields=["credited_at"])
    if fresh:
        Challenge.objects.open().filter(expires_at__gt=outage.since).update(
            expires_at=F("expires_at") + fresh
        )
        outage_noted.send(sender=Outage, since=outage.since, fresh=fresh)
    return True


def shorten_credit(outage: Outage, planned: datetime) -> None:
    """Take back what an outage gave that ends now and not when it was planned to (locked)."""
    if outage.credited_at is not None:
        others = Outage.objects.exclude(pk=outage.pk).exclude(credited_at=None)
        spare = excess_credit(outage, planned, others.filter(until__gt=outage.since))
        touched = Challenge.objects.open().filter(
            created_at__lte=outage.credited_at, expires_at__gt=outage.since + spare
        )
        touched.update(expires_at=F("expires_at") - spare)
    outage_shortened.send(sender=Outage, outage=outage, planned=planned)


def excess_credit(outage: Outage, planned: datetime, others: Iterable[Outage]) -> timedelta:
    """Measure what an outage no longer adds to others, now that it ends earlier than planned."""
    known = list(others)
    before = Outage(since=outage.since, until=planned)
    return length_beside(before, known) - length_beside(outage, known)


def length_beside(outage: Outage, others: Iterable[Outage]) -> timedelta:
    """Measure what an outage adds to others: its length without what they cover already."""
    at, fresh = outage.since, timedelta(0)
    for each in sorted(others, key=lambda other: other.since):
        if each.since > at:
            fresh += min(each.since, outage.until) - at
        at = max(at, each.until)
        if at >= outage.until:
            return max(fresh, timedelta(0))
    return fresh + (outage.until - at)


def time_lost(outages: Iterable[Outage], since: datetime) -> timedelta:
    """Measure what outages take together of the time from an instant on."""
    known = [Outage(since=max(each.since, since), until=each.until) for each in outages]
    parts = (length_beside(each, known[:number]) for number, each in enumerate(known))
    return sum(parts, timedelta(0))
