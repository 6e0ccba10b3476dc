"""Appends to the ledgers of a match: plies, and a clock charge for every turn.

Random draws and forced moves are plies that nobody chose. The turn in which a match ends is
charged, too.
"""

from __future__ import annotations

from datetime import datetime

from games import clocks, lots
from games.models import ClockCharge, Ply, Seat
from games.orders.automatic import forced_move
from games.rules.base import CHANCE, AnyMove, JSONObject
from games.services.errors import Refused
from games.services.match import undelivered
from games.services.match.loaded import LoadedMatch, set_due_times


def next_ply(
    loaded: LoadedMatch,
    seat: int,
    text: str,
    now: datetime,
    source: str,
    proof: JSONObject | None = None,
) -> Ply:
    """Return the next ledger line, not saved yet, and count it."""
    loaded.match.ply_count += 1
    return Ply(
        match=loaded.match,
        number=loaded.match.ply_count,
        turn=loaded.match.turn,
        seat=seat,
        text=text,
        at=now,
        source=source,
        proof=proof,
    )


def play_ply(
    loaded: LoadedMatch,
    seat: int,
    move: AnyMove,
    now: datetime,
    source: str,
    proof: JSONObject | None = None,
) -> Ply:
    """Play a move or a random outcome and return its ledger line, not saved yet."""
    before, after = loaded.state, loaded.rules.play(loaded.state, seat, move)
    line = next_ply(loaded, seat, loaded.rules.spell(move), now, source, proof)
    loaded.state = after
    loaded.turned[line.number] = (before, after)
    return line


def play_opening(loaded: LoadedMatch, now: datetime) -> list[Ply]:
    """Play the agreed opening, each move for the seat to move."""
    lines: list[Ply] = []
    for text in loaded.match.opening:
        seat = min(loaded.rules.awaited(loaded.state))
        lines.append(play_ply(loaded, seat, loaded.rules.parse(text), now, Ply.Source.SERVER))
    return lines


def play_automatic_plies(loaded: LoadedMatch, now: datetime) -> list[Ply]:
    """Make due random draws and play forced moves until somebody has a choice or the match ends."""
    lines: list[Ply] = []
    while True:
        if CHANCE in loaded.rules.awaited(loaded.state):
            lines.append(_draw_random_outcome(loaded, now))
        elif forced := forced_move(loaded.rules, loaded.state):
            seat, move = forced
            lines.append(play_ply(loaded, seat, move, now, Ply.Source.SERVER))
        else:
            return lines


def _draw_random_outcome(loaded: LoadedMatch, now: datetime) -> Ply:
    """Make one random draw from the match's seed (C-2); the proof lists its possible outcomes."""
    outcomes = loaded.rules.lots(loaded.state)
    index = loaded.match.lots_drawn
    weights = [weight for _move, weight in outcomes]
    among = [loaded.rules.spell(move) for move, _weight in outcomes]
    chosen = lots.draw_weighted(loaded.match.lots_seed, index, weights)
    loaded.match.lots_drawn += 1
    proof = {"lot": index, "among": among, "weights": weights}
    return play_ply(loaded, CHANCE, outcomes[chosen][0], now, Ply.Source.SERVER, proof)


def charge_clock(
    loaded: LoadedMatch, seat: Seat, now: datetime, *, enter_by_email: bool = False
) -> bool:
    """Charge the seat for its turn; False if the clock ran out before ``now``.

    ``enter_by_email``: the player answers an e-mail, which therefore has arrived. Refuses
    ``not_your_turn``, ``flag_pending``.
    """
    since = seat.awaited_since
    if since is None:
        raise Refused("not_your_turn")
    if seat.is_absent:  # no clock runs while somebody else plays for the seat
        return True
    arrived = enter_by_email and undelivered.record_email_arrival(loaded, seat)
    if not arrived:
        undelivered.pause_for_undelivered_email(loaded, seat, now)
    stops = loaded.clock_pauses_of(seat, now)
    charge = _compute_charge(loaded, seat, stops, since, now)
    if (
        charge.flagged
        and not arrived
        and undelivered.pause_for_undelivered_email(loaded, seat, now, flag=True)
    ):
        stops = loaded.clock_pauses_of(seat, now)
        charge = _compute_charge(loaded, seat, stops, since, now)
    if charge.flagged and loaded.match.time_control.on_flag != "claim":
        _require_heartbeat(loaded, seat, now)
        return False
    _record_charge(loaded, seat, stops, charge, now)
    seat.flagged_at = None
    return True


def _require_heartbeat(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Refuse to settle a flag that fell after the last heartbeat: it may lie in an outage.

    The next flag check settles it within a minute, or finds that the clock was paused.
    """
    set_due_times(loaded, seat, now)
    if seat not in loaded.seats_out_of_time(now):
        raise Refused("flag_pending")


def charge_unfinished_turns(loaded: LoadedMatch, now: datetime) -> None:
    """Charge all unfinished turns when a match ends, so that the ledger is complete."""
    for seat in loaded.seats:
        charge_unfinished_turn(loaded, seat, now)


def charge_unfinished_turn(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Charge a turn that ends without the player's move, if its clock ran at all."""
    if seat.awaited_since is None or seat.is_absent:
        return
    stops = loaded.clock_pauses_of(seat, now)
    charge = _compute_charge(loaded, seat, stops, seat.awaited_since, now)
    _record_charge(loaded, seat, stops, charge, now)


def _compute_charge(
    loaded: LoadedMatch, seat: Seat, stops: clocks.ClockPauses, since: datetime, now: datetime
) -> clocks.Charge:
    """Compute the cost of the turn up to ``now``."""
    budget = clocks.Budget.from_json(seat.budget)
    return clocks.compute_charge(loaded.match.time_control, budget, stops, since, max(now, since))


def _record_charge(
    loaded: LoadedMatch, seat: Seat, stops: clocks.ClockPauses, charge: clocks.Charge, now: datetime
) -> None:
    """Append the charge and update the seat's budget."""
    since = seat.awaited_since or now
    before, seat.budget = seat.budget, charge.budget.to_json()
    ClockCharge.objects.create(
        match=loaded.match,
        seat=seat.number,
        turn=loaded.match.turn,
        since=since,
        until=max(now, since),
        charged=int(charge.charged.total_seconds()),
        flagged=charge.flagged,
        before=before,
        after=seat.budget,
        stops=stops.to_json(),
    )
