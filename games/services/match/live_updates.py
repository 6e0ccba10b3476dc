"""Publishes changes of a match to open pages.

Spectators are only notified of what all players may know: an event carries no data, but its time
alone could reveal an order.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from games.models import Match, Seat
from notifications.live import channels, publishing

OFFER_FIELDS = frozenset({"tie_offered_at_ply", "take_back_at_ply", "question"})
PRIVATE_FIELDS = frozenset({"has_orders", "schedule", "remind_at"})


def publish_changes(match: Match, seats: Iterable[Seat], columns: Iterable[str]) -> None:
    """Notify the pages of everybody who may know that these columns have changed."""
    news = set(columns) - PRIVATE_FIELDS
    if not settings.LIVE_URL or not news:
        return
    told = [channels.player_channel(seat.player_id) for seat in seats if seat.player_id]
    if news - OFFER_FIELDS:
        told.append(channels.match_channel(match.pk))
    publishing.publish_on_commit(told)


def publish_to_seats(seats: Iterable[Seat]) -> None:
    """Notify only the players of these seats."""
    publish_to_players(seat.player_id for seat in seats)


def publish_to_players(numbers: Iterable[int]) -> None:
    """Notify only these players."""
    if settings.LIVE_URL:
        publishing.publish_on_commit(channels.player_channel(number) for number in numbers)
