"""Publishes changes of a match to open pages.

Only what all its players may know is published to everybody. An event holds no
more than the fact that there is something new, but its instant alone could give away an order.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from games.models import Match, Seat
from notifications.live import channels, publishing

OFFERS = frozenset({"tie_offered_at_ply", "take_back_at_ply", "question"})
OWN = frozenset({"has_orders", "schedule", "remind_at"})


def publish_changes(match: Match, seats: Iterable[Seat], columns: Iterable[str]) -> None:
    """Notify everybody who may know that these columns of the match and its seats have changed."""
    news = set(columns) - OWN
    if not settings.LIVE_URL or not news:
        return
    told = [channels.of_player(seat.player_id) for seat in seats if seat.player_id]
    if news - OFFERS:
        told.append(channels.of_match(match.pk))
    publishing.publish_on_commit(told)


def publish_to_seats(seats: Iterable[Seat]) -> None:
    """Notify these players alone that there is something for them to read."""
    publish_to_players(seat.player_id for seat in seats)


def publish_to_players(numbers: Iterable[int]) -> None:
    """Notify these players alone that there is something new."""
    if settings.LIVE_URL:
        publishing.publish_on_commit(channels.of_player(number) for number in numbers)
