"""The clock statement of every seat, for the players' page and for the referees' desk."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games import match_queries
from games.web.match_view import MatchView
from games.web.times import running_statement, turn_statement


def statements_of(view: MatchView, now: datetime) -> list[dict[str, Any]]:
    """Return every charged and uncharged stretch of every clock, turn by turn."""
    control = view.match.time_control
    charges = match_queries.charges_of(view.match)
    by_order = view.position.turns_by_order
    sides = []
    for clock in view.clocks:
        turns = [
            turn_statement(control, charge, by_order=(charge.turn, charge.seat) in by_order)
            for charge in charges
            if charge.seat == clock.seat.number
        ]
        running = running_statement(view.position, clock.seat, now)
        sides.append({"clock": clock, "turns": [*turns, running] if running else turns})
    return sides
