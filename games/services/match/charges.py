"""The clock ledger: what every turn cost, including the one in which a match ended."""

from __future__ import annotations

from datetime import datetime

from games import clocks
from games.models import ClockCharge, Seat
from games.services.errors import Refused
from games.services.match import unreached
from games.services.match.table import Table, set_due_times


def charge_clock(table: Table, seat: Seat, now: datetime) -> bool:
    """Write what the turn cost into the charges; False if the clock ran out before ``now``."""
    since = seat.awaited_since
    if since is None:
        raise Refused("not_your_turn")
    if seat.is_absent:  # nobody's clock runs while somebody else looks after the seat
        return True
    unreached.stop_unreached(table, seat, now)
    stops = table.stops_of(seat, now)
    charge = _cost(table, seat, stops, since, now)
    if charge.flagged and unreached.stop_unreached(table, seat, now, flag=True):
        stops = table.stops_of(seat, now)
        charge = _cost(table, seat, stops, since, now)
    if charge.flagged and table.match.time_control.on_flag != "claim":
        _require_vouched(table, seat, now)
        return False
    _write(table, seat, stops, charge, now)
    seat.flagged_at = None
    return True


def _require_vouched(table: Table, seat: Seat, now: datetime) -> None:
    """Refuse to settle a flag that fell after the last heartbeat: it may lie in an outage.

    The next flag check settles it within a minute, or finds that the clock stood still.
    """
    set_due_times(table, seat, now)
    if seat not in table.fallen(now):
        raise Refused("flag_pending")


def close_clocks(table: Table, now: datetime) -> None:
    """Write what the turns cost that end with the match, so that the ledger accounts for all."""
    for seat in table.seats:
        charge_fallen(table, seat, now)


def charge_fallen(table: Table, seat: Seat, now: datetime) -> None:
    """Write what a turn cost that ends without the player's move, if their clock ran at all."""
    if seat.awaited_since is None or seat.is_absent:
        return
    stops = table.stops_of(seat, now)
    charge = _cost(table, seat, stops, seat.awaited_since, now)
    _write(table, seat, stops, charge, now)


def _cost(
    table: Table, seat: Seat, stops: clocks.Stops, since: datetime, now: datetime
) -> clocks.Charge:
    """Compute the turn from its beginning to now."""
    budget = clocks.Budget.from_json(seat.budget)
    return clocks.charge(table.match.time_control, budget, stops, since, max(now, since))


def _write(
    table: Table, seat: Seat, stops: clocks.Stops, charge: clocks.Charge, now: datetime
) -> None:
    """Append the line and leave the seat with what it has now."""
    since = seat.awaited_since or now
    before, seat.budget = seat.budget, charge.budget.to_json()
    ClockCharge.objects.create(
        match=table.match,
        seat=seat.number,
        turn=table.match.turn,
        since=since,
        until=max(now, since),
        charged=int(charge.charged.total_seconds()),
        flagged=charge.flagged,
        before=before,
        after=seat.budget,
        stops=stops.to_json(),
    )
