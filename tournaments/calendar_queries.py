"""Reads about the secret addresses of calendars."""

from __future__ import annotations

from accounts.models import Player
from tournaments.models import CalendarKey


def calendar_key_of(player: Player) -> CalendarKey | None:
    return CalendarKey.objects.filter(player=player).first()


def player_of_calendar(token: str) -> Player | None:
    """Return whose calendar a token opens; None for a dead one, a closed or a locked account."""
    if "\x00" in token:
        return None
    keys = CalendarKey.objects.filter(player__closed_at=None, player__user__is_active=True)
    key = keys.select_related("player").filter(token=token).first()
    return None if key is None else key.player
