"""Context processor: the reader's matches, and announced downtime."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils import timezone

from games.services.match.turns_due import TurnsDue
from games.services.time import downtime
from notifications.live import channels


def awaiting(request: HttpRequest) -> dict[str, object]:
    """Return lazy values, so that only pages that show them run the queries."""
    shown: dict[str, object] = {"downtimes": lambda: downtime.announced_downtimes(timezone.now())}
    reader = getattr(request, "reader", None)
    if reader is None:
        return shown
    turns = TurnsDue(reader)
    return shown | {
        "turns_due": turns,
        "awaiting_count": lambda: turns.count,
        "live_own": lambda: channels.stream_url([channels.player_channel(reader.pk)]),
    }
