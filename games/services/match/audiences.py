"""Who may watch the private matches of an audience, as a higher package decides."""

from __future__ import annotations

from accounts.models import Player
from games.models import Listener


def admit(audience: str, player: Player) -> None:
    """Let a player watch the private matches of an audience; twice changes nothing."""
    Listener.objects.get_or_create(audience=audience, player=player)


def dismiss(audience: str, player: Player) -> None:
    """Let a player watch them no longer, unless they play there."""
    Listener.objects.filter(audience=audience, player=player).delete()
