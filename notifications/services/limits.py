"""Limits how many e-mails to others the actions of one person may cause within a day.

``settings.EMAIL_LIMITS`` has the maximum number of actions of one ``sender``, of e-mails that one
``receiver`` gets from such actions, and of e-mails from one sender to one receiver (``pair``).
Actions inside ``caused_by`` count; all e-mails written at one instant are one action. E-mails
beyond the limits are dropped, unless their readers must have them (``bounded=False``). With
``spare`` they leave half of the pair limit for e-mails that matter more.

Texts (chat, organisers' messages, announcements of clubs) have limits by kind instead, wherever
they are written; their context names the ``writer``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from notifications.models import Message

LIMIT_PERIOD = timedelta(days=1)
UNSENT = Q(state=Message.State.WITHDRAWN, pushed_at=None)  # withdrawn before anybody saw it


@dataclass(frozen=True)
class Cause:
    """Who causes e-mails, and whether those beyond the limits (or half of them) are dropped."""

    by: Player
    bounded: bool
    spare: bool

    def exceeds_limits(self, reader: Player, now: datetime) -> bool:
        most = max(1, _limit("pair") // 2) if self.spare else _limit("pair")
        return self.bounded and next_allowed_at(self.by, [reader], now, most) is not None


current_cause: ContextVar[Cause | None] = ContextVar("emails_caused_by", default=None)


@contextmanager
def caused_by(
    player: Player | None, *, bounded: bool = True, spare: bool = False
) -> Iterator[None]:
    """Record who causes the e-mails written inside; nobody if it is a bot or the site."""
    cause = None
    if player is not None and not player.is_bot:
        cause = Cause(player, bounded, spare)
    token = current_cause.set(cause)
    try:
        yield
    finally:
        current_cause.reset(token)


@contextmanager
def without_limits() -> Iterator[None]:
    """Count the e-mails written inside, but send them regardless of limits."""
    cause = current_cause.get()
    with caused_by(cause.by if cause is not None else None, bounded=False):
        yield


def next_allowed_at(
    by: Player, readers: Iterable[Player], now: datetime, most: int | None = None
) -> datetime | None:
    """Return when ``by`` may write to all these readers again; None if now.

    A pair limit other than the usual one can be given.
    """
    pair = most or _limit("pair")
    others = [each for each in readers if each.pk != by.pk]
    times = [_sender_free_at(by, now), *(_reader_free_at(by, each, now, pair) for each in others)]
    return max((each for each in times if each is not None), default=None)


def recent_texts(
    writer: Player, readers: Iterable[Player], kind: str, now: datetime
) -> QuerySet[Message]:
    """Return the e-mails of a kind that a player has written to these readers within a day.

    Only for kinds of texts, which are indexed.
    """
    lately = Message.objects.filter(
        player__in=readers, kind=kind, created_at__gt=now - LIMIT_PERIOD
    )
    return lately.filter(context__writer=writer.pk).exclude(UNSENT)


def readers_at_limit(
    writer: Player, readers: Iterable[Player], kind: str, most: int, now: datetime
) -> set[int]:
    """Return the ids of readers who have had a day's maximum of a kind from this writer."""
    counted = recent_texts(writer, readers, kind, now).order_by().values("player")
    full = counted.annotate(count=Count("pk")).filter(count__gte=most)
    return set(full.values_list("player", flat=True))


def _sender_free_at(by: Player, now: datetime) -> datetime | None:
    """Return when a sender may act again, a day after the first of their latest actions."""
    acts = _recent_emails(now).filter(by=by).order_by("-created_at")
    times = list(acts.values_list("created_at", flat=True).distinct()[: _limit("sender")])
    return times[-1] + LIMIT_PERIOD if len(times) == _limit("sender") else None


def _reader_free_at(by: Player, reader: Player, now: datetime, pair: int) -> datetime | None:
    """Return when a reader may be written to again, by anybody and by this sender."""
    rows = _recent_emails(now).filter(player=reader, by__isnull=False).order_by("-created_at")
    found = list(rows.values_list("by", "created_at")[: _limit("receiver")])
    own = [at for sender, at in found if sender == by.pk]
    full = [found[-1][1]] if len(found) == _limit("receiver") else []
    full += own[pair - 1 : pair]
    return max(full) + LIMIT_PERIOD if full else None


def _recent_emails(now: datetime) -> QuerySet[Message]:
    """Return the last day's e-mails before ``now``, except those withdrawn unsent."""
    lately = Message.objects.filter(created_at__gt=now - LIMIT_PERIOD, created_at__lt=now)
    return lately.exclude(UNSENT)


def _limit(whose: str) -> int:
    return settings.EMAIL_LIMITS[whose]
