"""Announced downtimes: the banner on every page and e-mails to affected players."""

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

BANNER_LEAD_TIME = timedelta(days=7)
MAX_CANCELLED_LENGTH = timedelta(seconds=1)  # a downtime ended before it began is shorter than this
_KEY = "announced-downtime"


@dataclass(frozen=True, slots=True)
class Downtime:
    """An announced downtime with the operator's note."""

    since: datetime
    until: datetime
    note: str


def publish_downtimes(*, now: datetime) -> None:
    """Cache the announced downtimes; pages only read the cache."""
    rows = Outage.objects.filter(until__gt=now, source=Outage.Source.OPERATOR).order_by("since")
    spans = rows.values_list("since", "until", "note")
    told = [each for each in spans if each[1] - each[0] > MAX_CANCELLED_LENGTH]
    if told or cache.get(_KEY):
        cache.set(_KEY, told, None)


def announced_downtimes(now: datetime) -> list[Downtime]:
    """Return the downtimes to show: running ones and those within a week."""
    known = [Downtime(*each) for each in cache.get(_KEY) or ()]
    return [each for each in known if each.since - BANNER_LEAD_TIME <= now < each.until]


def notify_affected(outage: Outage, *, now: datetime) -> int:
    """E-mail all players with a deadline during a downtime; return how many.

    Call before stored deadlines are moved by the outage. Players whose turn begins later see the
    banner.
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
        _post_email(outage, player, "announced", now, count)
    return len(counts)


def notify_outage_over(outage: Outage, *, now: datetime) -> int:
    """Notify the recipients that a downtime is cancelled or over; return how many.

    Announcements not sent yet are withdrawn instead.
    """
    written = Message.objects.filter(key__startswith=f"downtime:{outage.pk}:announced:")
    told, step = 0, "ended" if now > outage.since else "cancelled"
    for message in written.select_related("player__user"):
        if not outbox.withdraw(message.key, now=now) and message.player is not None:
            _post_email(outage, message.player, step, now, 0)
            told += 1
    return told


def _span_context(outage: Outage) -> dict[str, object]:
    return {"begins_at": outage.since.isoformat(), "ends_at": outage.until.isoformat()}


def read_downtime(message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return the current span of a downtime; None if an announcement is outdated."""
    outage = Outage.objects.get(pk=pk)
    over = message.context["step"] == "announced" and outage.until <= now
    return None if over else _span_context(outage)


def _post_email(outage: Outage, player: Player, step: str, now: datetime, count: int) -> None:
    context = {
        "step": step,
        "row": ["downtime", outage.pk],
        **_span_context(outage),
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
