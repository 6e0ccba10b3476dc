"""Audiences: who may watch the private matches of, for example, a tournament."""

from __future__ import annotations

from accounts.models import Player
from games.models import Listener


def admit(audience: str, player: Player) -> None:
    """Allow a player to watch the private matches of an audience; idempotent."""
    Listener.objects.get_or_create(audience=audience, player=player)


def dismiss(audience: str, player: Player) -> None:
    """Revoke that permission; idempotent."""
    Listener.objects.filter(audience=audience, player=player).delete()
