from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Min, QuerySet

from accounts.models import Player
from inbound.models import InboundMessage
from notifications.addresses import About

MAX_MESSAGES = 200
SET_ASIDE_PERIOD = timedelta(days=1)  # operators are warned for a day

State = InboundMessage.State


def messages_about_match(match_id: int, only: Player | None = None) -> QuerySet[InboundMessage]:
    """Return the latest e-mails from players about a match, without their text."""
    found = InboundMessage.objects.filter(matter=f"{About.MATCH}:{match_id}", player__isnull=False)
    if only is not None:
        found = found.filter(player=only)
    return found.select_related("player").defer("raw", "commands").order_by("-pk")[:MAX_MESSAGES]


def processing_lag(now: datetime) -> timedelta | None:
    """Return how long the oldest unprocessed e-mail has been due; None if none is."""
    due = InboundMessage.objects.filter(state=State.RECEIVED, next_at__lte=now)
    first = due.aggregate(first=Min("next_at"))["first"]
    return now - first if first is not None else None


def set_aside_count(now: datetime) -> int:
    """Count the e-mails of the last day that could not be processed."""
    aside = InboundMessage.objects.filter(state=State.SET_ASIDE)
    return aside.filter(settled_at__gt=now - SET_ASIDE_PERIOD).count()
