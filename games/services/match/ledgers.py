"""What is appended to the ledgers of a match: its plies, and what every turn cost.

Some plies are nobody's choice: random draws and forced moves. Every turn is charged, including the
one in which a match ended.
"""

from __future__ import annotations

from datetime import datetime

from games import clocks, lots
from games.models import ClockCharge, Ply, Seat
from games.orders.automatic import forced_move
from games.rules.base import CHANCE, AnyMove, JSONObject
from games.services.errors import Refused
from games.services.match import undelivered
from games.services.match.table import Table, set_due_times


def ledger_line(
    table: Table,
    seat: int,
    text: str,
    now: datetime,
    source: str,
    proof: JSONObject | None = None,
) -> Ply:
    """Return the next ledger line (not yet saved) and count it."""
    table.match.ply_count += 1
    return Ply(
        match=table.match,
        number=table.match.ply_count,
        turn=table.match.turn,
        seat=seat,
        text=text,
        at=now,
        source=source,
        proof=proof,
    )


def play_ply(
    table: Table,
    seat: int,
    move: AnyMove,
    now: datetime,
    source: str,
    proof: JSONObject | None = None,
) -> Ply:
    """Play one move or lot on the table and return its ledger line."""
    before, after = table.state, table.rules.play(table.state, seat, move)
    line = ledger_line(table, seat, table.rules.spell(move), now, source, proof)
    table.state = after
    table.turned[line.number] = (before, after)
    return line


def play_opening(table: Table, now: datetime) -> list[Ply]:
    """Play the line from which a match starts, each move for the seat whose turn it is."""
    lines: list[Ply] = []
    for text in table.match.opening:
        seat = min(table.rules.awaited(table.state))
        lines.append(play_ply(table, seat, table.rules.parse(text), now, Ply.Source.SERVER))
    return lines


def play_automatic_plies(table: Table, now: datetime) -> list[Ply]:
    """Make due random draws and play forced moves until somebody has a choice or the match ends."""
    lines: list[Ply] = []
    while True:
        if CHANCE in table.rules.awaited(table.state):
            lines.append(_draw_random_outcome(table, now))
        elif forced := forced_move(table.rules, table.state):
            seat, move = forced
            lines.append(play_ply(table, seat, move, now, Ply.Source.SERVER))
        else:
            return lines


def _draw_random_outcome(table: Table, now: datetime) -> Ply:
    """Make one random draw from the match's seed (C-2); the ledger line says among what."""
    outcomes = table.rules.lots(table.state)
    index = table.match.lots_drawn
    weights = [weight for _move, weight in outcomes]
    among = [table.rules.spell(move) for move, _weight in outcomes]
    chosen = lots.draw_weighted(table.match.lots_seed, index, weights)
    table.match.lots_drawn += 1
    proof = {"lot": index, "among": among, "weights": weights}
    return play_ply(table, CHANCE, outcomes[chosen][0], now, Ply.Source.SERVER, proof)


def charge_clock(table: Table, seat: Seat, now: datetime, *, by_mail: bool = False) -> bool:
    """Write what the turn cost into the charges; False if the clock ran out before ``now``.

    ``by_mail`` if the player answers an e-mail, which has arrived, therefore.
    """
    since = seat.awaited_since
    if since is None:
        raise Refused("not_your_turn")
    if seat.is_absent:  # nobody's clock runs while somebody else looks after the seat
        return True
    arrived = by_mail and undelivered.record_answer(table, seat)
    if not arrived:
        undelivered.pause_for_undelivered_email(table, seat, now)
    stops = table.clock_pauses_of(seat, now)
    charge = _cost(table, seat, stops, since, now)
    if (
        charge.flagged
        and not arrived
        and undelivered.pause_for_undelivered_email(table, seat, now, flag=True)
    ):
        stops = table.clock_pauses_of(seat, now)
        charge = _cost(table, seat, stops, since, now)
    if charge.flagged and table.match.time_control.on_flag != "claim":
        _require_heartbeat(table, seat, now)
        return False
    _write(table, seat, stops, charge, now)
    seat.flagged_at = None
    return True


def _require_heartbeat(table: Table, seat: Seat, now: datetime) -> None:
    """Refuse to settle a flag that fell after the last heartbeat: it may lie in an outage.

    The next flag check settles it within a minute, or finds that the clock stood still.
    """
    set_due_times(table, seat, now)
    if seat not in table.seats_out_of_time(now):
        raise Refused("flag_pending")


def close_clocks(table: Table, now: datetime) -> None:
    """Write what the turns cost that end with the match, so that the ledger accounts for all."""
    for seat in table.seats:
        charge_unfinished_turn(table, seat, now)


def charge_unfinished_turn(table: Table, seat: Seat, now: datetime) -> None:
    """Write what a turn cost that ends without the player's move, if their clock ran at all."""
    if seat.awaited_since is None or seat.is_absent:
        return
    stops = table.clock_pauses_of(seat, now)
    charge = _cost(table, seat, stops, seat.awaited_since, now)
    _write(table, seat, stops, charge, now)


def _cost(
    table: Table, seat: Seat, stops: clocks.ClockPauses, since: datetime, now: datetime
) -> clocks.Charge:
    """Compute the turn from its beginning to now."""
    budget = clocks.Budget.from_json(seat.budget)
    return clocks.compute_charge(table.match.time_control, budget, stops, since, max(now, since))


def _write(
    table: Table, seat: Seat, stops: clocks.ClockPauses, charge: clocks.Charge, now: datetime
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
