"""The clock statement of every seat, for players and referees."""

from __future__ import annotations

from games import match_queries
from games.web.page.times import running_statement, turn_statement
from games.web.page.viewpoint import Viewpoint


def statements_of(viewpoint: Viewpoint) -> list[dict[str, object]]:
    """Return every counted and uncounted span of every clock, turn by turn."""
    control = viewpoint.match.time_control
    charges = match_queries.charges_of(viewpoint.match)
    by_order = viewpoint.position.turns_by_order
    sides = []
    for clock in viewpoint.clocks:
        turns = [
            turn_statement(control, charge, by_order=(charge.turn, charge.seat) in by_order)
            for charge in charges
            if charge.seat == clock.seat.number
        ]
        running = running_statement(viewpoint.position, clock.seat, viewpoint.now)
        sides.append({"clock": clock, "turns": [*turns, running] if running else turns})
    return sides
