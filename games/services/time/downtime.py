"""Announced downtime: shown on every page, and notified by e-mail."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.urls import reverse

from accounts.models import Player
from games.models import Outage, Seat
from notifications.models import Message
from notifications.services import outbox

SHOWN_BEFORE = timedelta(days=7)
CANCELLED = timedelta(seconds=1)  # what is ended before it begins keeps less than this
_KEY = "announced-downtime"


@dataclass(frozen=True, slots=True)
class Downtime:
    """When the site will be away, and the operator's words."""

    since: datetime
    until: datetime
    note: str


def publish_downtimes(*, now: datetime) -> None:
    """Hand what is announced to the pages, which ask the cache alone."""
    rows = Outage.objects.filter(until__gt=now, source=Outage.Source.OPERATOR).order_by("since")
    spans = rows.values_list("since", "until", "note")
    told = [each for each in spans if each[1] - each[0] > CANCELLED]
    if told or cache.get(_KEY):
        cache.set(_KEY, told, None)


def announced_downtimes(now: datetime) -> list[Downtime]:
    """Return the downtimes that pages show: the coming week's and a running one."""
    known = [Downtime(*each) for each in cache.get(_KEY) or ()]
    return [each for each in known if each.since - SHOWN_BEFORE <= now < each.until]


def notify_affected(outage: Outage, *, now: datetime) -> int:
    """Write to everybody who would have to move during a downtime; return how many they are.

    To be called before stored deadlines follow the outage. A player whose turn begins later reads
    of it on
    every page.
    """
    seats = Seat.objects.filter(
        match__status="running",
        awaited_since__isnull=False,
        deadline_at__gte=outage.since,
        deadline_at__lt=outage.until,
        player__user__isnull=False,
    ).select_related("player__user")
    counts = Counter(seat.player for seat in seats)
    for player, count in counts.items():
        _post(outage, player, "announced", now, count)
    return len(counts)


def notify_outage_over(outage: Outage, *, now: datetime) -> int:
    """Notify recipients that a downtime is off or over; withdraws unsent e-mails.

    Returns the number of recipients.
    """
    written = Message.objects.filter(key__startswith=f"downtime:{outage.pk}:announced:")
    told, step = 0, "ended" if now > outage.since else "cancelled"
    for message in written.select_related("player__user"):
        if not outbox.withdraw(message.key, now=now) and message.player is not None:
            _post(outage, message.player, step, now, 0)
            told += 1
    return told


def _span(outage: Outage) -> dict[str, object]:
    return {"begins_at": outage.since.isoformat(), "ends_at": outage.until.isoformat()}


def read_downtime(message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return when the site is away; None if an e-mail announces what is over."""
    outage = Outage.objects.get(pk=pk)
    over = message.context["step"] == "announced" and outage.until <= now
    return None if over else _span(outage)


def _post(outage: Outage, player: Player, step: str, now: datetime, count: int) -> None:
    context = {
        "step": step,
        "row": ["downtime", outage.pk],
        **_span(outage),
        "note": outage.note,
        "count": count,
        "url": reverse("games:dashboard"),
    }
    outbox.post(
        kind="downtime",
        player=player,
        key=f"downtime:{outage.pk}:{step}:{player.pk}",
        context=context,
        now=now,
    )
