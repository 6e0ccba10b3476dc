"""When a player sleeps and rests, as a turn keeps it: what is changed meanwhile counts later."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from accounts.models import Player
from accounts.queries import holidays_of
from games.clocks import TimeControl
from games.rules.base import JSONObject


def of_turn(player: Player, control: TimeControl, now: datetime) -> JSONObject:
    """Return the schedule with which a turn begins, public holidays only where they count."""
    free = holidays_of(player, now) if "holidays" in control.stops else ()
    return of_player(player, free)


def of_player(player: Player, holidays: Iterable[date] = ()) -> JSONObject:
    """Return zone, quiet hours and days off of today as plain JSON."""
    quiet = (player.quiet_from, player.quiet_to)
    return {
        "zone": player.time_zone,
        "quiet": [at.isoformat() for at in quiet if at is not None] if all(quiet) else None,
        "rest_days": sorted(player.rest_days),
        "holidays": [day.isoformat() for day in holidays],
    }
