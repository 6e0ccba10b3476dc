"""Counts the delivery ledger by day and domain, so that operators' pages need not read it."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import takewhile

from django.db import transaction
from django.db.models import F

from notifications.delivery_queries import EVENTS
from notifications.models import DeliveryCount, DeliveryDay, DeliveryEvent, domain_of

BATCH_SIZE = 5_000  # events in one transaction
MAX_TRANSACTIONS = 40  # transactions in one run
COMMIT_MARGIN = timedelta(minutes=5)  # by then, events with lower ids have been committed, too
RETENTION = timedelta(days=400)


def count_deliveries(now: datetime) -> int:
    """Count what was added to the ledger since the last run; return how many events."""
    DeliveryCount.objects.get_or_create(pk=1)
    DeliveryDay.objects.filter(day__lt=(now - RETENTION).date()).delete()
    counted = 0
    for _piece in range(MAX_TRANSACTIONS):
        some = _count_batch(now)
        counted += some
        if some < BATCH_SIZE:
            break
    return counted


@transaction.atomic
def _count_batch(now: datetime) -> int:
    """Count the next batch and record how far, atomically."""
    done = DeliveryCount.objects.select_for_update().get(pk=1)
    lines = DeliveryEvent.objects.filter(pk__gt=done.until).order_by("pk")
    rows = list(lines.values_list("pk", "at", "event", "message__address")[:BATCH_SIZE])
    old = list(takewhile(lambda row: row[1] <= now - COMMIT_MARGIN, rows))
    days = Counter(
        (at.astimezone(UTC).date(), domain_of(address), event)
        for _pk, at, event, address in old
        if event in EVENTS
    )
    DeliveryDay.objects.bulk_create(
        [DeliveryDay(day=day, domain=domain, event=event) for day, domain, event in days],
        ignore_conflicts=True,
    )
    for (day, domain, event), count in days.items():
        mine = DeliveryDay.objects.filter(day=day, domain=domain, event=event)
        mine.update(count=F("count") + count)
    done.until, done.at = (old[-1][0] if old else done.until), now
    done.save(update_fields=["until", "at"])
    return len(old)
