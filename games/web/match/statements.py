"""The clock statement of every seat, for the players' page and for the referees' desk."""

from __future__ import annotations

from games import match_queries
from games.web.page.times import running_statement, turn_statement
from games.web.page.viewpoint import Viewpoint


def statements_of(seen: Viewpoint) -> list[dict[str, object]]:
    """Return every charged and uncharged stretch of every clock, turn by turn."""
    control = seen.match.time_control
    charges = match_queries.charges_of(seen.match)
    by_order = seen.position.turns_by_order
    sides = []
    for clock in seen.clocks:
        turns = [
            turn_statement(control, charge, by_order=(charge.turn, charge.seat) in by_order)
            for charge in charges
            if charge.seat == clock.seat.number
        ]
        running = running_statement(seen.position, clock.seat, seen.now)
        sides.append({"clock": clock, "turns": [*turns, running] if running else turns})
    return sides
