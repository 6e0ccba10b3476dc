"""Reads about people."""

from __future__ import annotations

from typing import Any

from accounts.models import Player


def reader_for(user: Any, guest_id: int | None) -> Player | None:
    """Return the Player behind a login, else the guest of the session, else None."""
    if user.is_authenticated:
        player = Player.objects.filter(user_id=user.pk).first()
        if player is not None:
            player.user = user
        return player
    if guest_id is not None:
        return Player.objects.filter(pk=guest_id, kind=Player.Kind.GUEST, closed_at=None).first()
    return None
