"""Delivery statistics for operators: by day, by domain, and what is waiting."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

from django.db.models import Q, QuerySet, Sum

from notifications.models import DeliveryCount, DeliveryDay, Domain, Message, domain_of

DAYS = 30
EVENTS = ("queued", "accepted", "failed", "bounced", "complained")
MAX_WAITING = 10_000
MAX_DOMAINS = 40
MAX_REPLIES = 5
MIN_SAMPLE = 20  # e-mails, the minimum for a meaningful rate
MAX_BOUNCES_PERCENT = 5
MAX_COMPLAINTS_PERMILLE = 3


@dataclass(slots=True)
class DomainCounts:
    """One domain: its events in the days shown, and what is waiting for it now."""

    name: str
    counts: Counter[str] = field(default_factory=Counter)
    waiting: int = 0
    deferred: int = 0
    held_until: datetime | None = None

    @property
    def has_many_bounces(self) -> bool:
        """Whether the bounce rate is high: bad addresses, or a bad reputation of ours there."""
        sent = self.counts["accepted"]
        return sent >= MIN_SAMPLE and self.counts["bounced"] * 100 > sent * MAX_BOUNCES_PERCENT

    @property
    def has_many_complaints(self) -> bool:
        """Whether more e-mails are reported as spam than large providers tolerate."""
        sent = self.counts["accepted"]
        return (
            sent >= MIN_SAMPLE and self.counts["complained"] * 1000 > sent * MAX_COMPLAINTS_PERMILLE
        )


@dataclass(frozen=True, slots=True)
class DeliveryStatistics:
    """The statistics of the page; days are in UTC, the latest last."""

    days: list[tuple[date, Counter[str]]]
    domains: list[DomainCounts]
    counted_at: datetime | None
    waiting: int
    deferred: int
    has_more_waiting: bool
    given_up: int
    answers: list[str]


def delivery_statistics(now: datetime, domain: str = "") -> DeliveryStatistics:
    """Return the statistics of all domains, or of one."""
    first = now.astimezone(UTC).date() - timedelta(days=DAYS - 1)
    rows = DeliveryDay.objects.filter(day__gte=first)
    domains = _count_by_domain(rows, now)
    waiting = _count_waiting(now)
    for name, (count, deferred) in waiting.items():
        entry = domains.setdefault(name, DomainCounts(name))
        entry.waiting, entry.deferred = count, deferred
    shown = [waiting.get(domain, (0, 0))] if domain else list(waiting.values())
    done = DeliveryCount.objects.first()
    return DeliveryStatistics(
        days=_count_by_day(rows.filter(domain=domain) if domain else rows, first),
        domains=sorted(domains.values(), key=_urgency)[:MAX_DOMAINS],
        counted_at=done.at if done else None,
        waiting=sum(count for count, _deferred in shown),
        deferred=sum(deferred for _count, deferred in shown),
        has_more_waiting=sum(count for count, _deferred in waiting.values()) >= MAX_WAITING,
        given_up=Message.objects.given_up()[:MAX_WAITING].count(),
        answers=_server_replies(domain) if domain else [],
    )


def _count_by_day(rows: QuerySet[DeliveryDay], first: date) -> list[tuple[date, Counter[str]]]:
    """Return the counts of every day, days without e-mails included."""
    found = {first + timedelta(days=number): Counter[str]() for number in range(DAYS)}
    sums = rows.order_by().values_list("day", "event").annotate(n=Sum("count"))
    for day, event, count in sums:
        if day in found:
            found[day][event] = count
    return list(found.items())


def _count_by_domain(rows: QuerySet[DeliveryDay], now: datetime) -> dict[str, DomainCounts]:
    found: dict[str, DomainCounts] = {}
    sums = rows.order_by().values_list("domain", "event").annotate(n=Sum("count"))
    for name, event, count in sums:
        found.setdefault(name, DomainCounts(name)).counts[event] = count
    for row in Domain.objects.filter(held_until__gt=now):
        found.setdefault(row.name, DomainCounts(row.name)).held_until = row.held_until
    return found


def _count_waiting(now: datetime) -> dict[str, tuple[int, int]]:
    """Return (due or deferred, deferred) e-mails by domain."""
    refused = Q(failure_reason=Message.FailureReason.REFUSED)
    rows = Message.objects.filter(refused | Q(due_at__lte=now), state=Message.State.QUEUED)
    all_, deferred = Counter[str](), Counter[str]()
    for address, failure_reason in rows.values_list("address", "failure_reason")[:MAX_WAITING]:
        name = domain_of(address)
        all_[name] += 1
        deferred[name] += failure_reason == Message.FailureReason.REFUSED
    return {name: (count, deferred[name]) for name, count in all_.items()}


def _server_replies(domain: str) -> list[str]:
    """Return the domain's replies to waiting and failed e-mails, newest first."""
    rows = Message.objects.exclude(failure_reason="").filter(address__iendswith=f"@{domain}")
    said = rows.order_by("-first_due_at").values_list("last_error", flat=True)[:100]
    return [each for each in dict.fromkeys(said) if each][:MAX_REPLIES]


def _urgency(entry: DomainCounts) -> tuple[bool, int, int, str]:
    """Sort key: paused domains first, then those with most problems, then the largest."""
    trouble = entry.deferred + entry.counts["bounced"] + entry.counts["complained"]
    return entry.held_until is None, -trouble, -entry.counts["accepted"], entry.name
