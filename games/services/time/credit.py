"""Postpones what expires by the calendar, such as challenges, by the length of outages.

Clocks need none of this: they add outages when computed. An outage counts from its start, not from
its announcement, so challenges posted in between are extended, too. If it ends early, the excess is
taken back.
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
    """Extend whatever the outages that have begun affect, once each; return how many outages."""
    waiting = Outage.objects.filter(credited_at=None, since__lte=now)
    rows = waiting.select_for_update(skip_locked=True).order_by("since", "pk")
    return sum(_credit_outage(row, now) for row in list(rows))


def _credit_outage(outage: Outage, now: datetime) -> bool:
    """Extend by the part of the outage that earlier ones have not credited."""
    others = Outage.objects.exclude(credited_at=None).filter(until__gt=outage.since)
    fresh = added_length(outage, others)
    outage.credited_at = now
    outage.save(update_fields=["credited_at"])
    if fresh:
        Challenge.objects.open().filter(expires_at__gt=outage.since).update(
            expires_at=F("expires_at") + fresh
        )
        outage_noted.send(sender=Outage, since=outage.since, fresh=fresh)
    return True


def revoke_excess_credit(outage: Outage, planned: datetime) -> None:
    """Take back the excess credit of an outage (locked) that ends before ``planned``."""
    if outage.credited_at is not None:
        others = Outage.objects.exclude(pk=outage.pk).exclude(credited_at=None)
        spare = excess_credit(outage, planned, others.filter(until__gt=outage.since))
        touched = Challenge.objects.open().filter(
            created_at__lte=outage.credited_at, expires_at__gt=outage.since + spare
        )
        touched.update(expires_at=F("expires_at") - spare)
    outage_shortened.send(sender=Outage, outage=outage, planned=planned)


def excess_credit(outage: Outage, planned: datetime, others: Iterable[Outage]) -> timedelta:
    """Return the credit to take back when an outage ends earlier than planned."""
    known = list(others)
    before = Outage(since=outage.since, until=planned)
    return added_length(before, known) - added_length(outage, known)


def added_length(outage: Outage, others: Iterable[Outage]) -> timedelta:
    """Return the length of an outage without what the others cover."""
    at, fresh = outage.since, timedelta(0)
    for each in sorted(others, key=lambda other: other.since):
        if each.since > at:
            fresh += min(each.since, outage.until) - at
        at = max(at, each.until)
        if at >= outage.until:
            return max(fresh, timedelta(0))
    return fresh + (outage.until - at)


def total_outage(outages: Iterable[Outage], since: datetime) -> timedelta:
    """Return the total time covered by outages from an instant on."""
    known = [Outage(since=max(each.since, since), until=each.until) for each in outages]
    parts = (added_length(each, known[:number]) for number, each in enumerate(known))
    return sum(parts, timedelta(0))
