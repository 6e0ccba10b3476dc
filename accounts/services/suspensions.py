"""Suspending players from events, and undoing it."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player, Suspension


def suspend_player(player: Player, until: datetime) -> None:
    Suspension.objects.create(player=player, until=until)


def lift_suspension(player: Player, until: datetime) -> None:
    """Delete the suspension that ends at this instant; others stay."""
    row = Suspension.objects.filter(player=player, until=until).first()
    if row is not None:
        row.delete()
