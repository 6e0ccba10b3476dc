"""Suspensions from events, and their undoing."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player, Suspension


def suspend_player(player: Player, until: datetime) -> None:
    """Keep a player from events until an instant."""
    Suspension.objects.create(player=player, until=until)


def lift_suspension(player: Player, until: datetime) -> None:
    """Take the suspension back that ends at this instant; others stay."""
    row = Suspension.objects.filter(player=player, until=until).first()
    if row is not None:
        row.delete()
