"""Time controls and clocks in PGN (standard 9.6.1, and the comment ``%clk``)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games import clocks
from games.match_queries import charges_of
from games.models import ClockCharge, Match, Ply


def control_tag(control: clocks.TimeControl) -> str:
    """Return the TimeControl tag: "-" if untimed, "?" if PGN cannot express it."""
    if control.untimed:
        return "-"
    beyond = (control.silence, control.surcharge_after, control.periods, control.quantum)
    if any(beyond) or (control.bank and control.per_turn):
        return "?"
    fields = []
    if control.per_turn:
        fields.append(f"1/{_whole_seconds(control.per_turn)}")
    if control.bank:
        more = f"+{_whole_seconds(control.increment)}" if control.increment else ""
        fields.append(f"{_whole_seconds(control.bank)}{more}")
    if control.block_moves:
        fields.append(f"{control.block_moves}/{_whole_seconds(control.block_span)}")
    return ":".join(fields)


def clock_comments(match: Match, plies: Sequence[Ply]) -> list[str]:
    """Return a comment per ply with its player's clock after it; "" if none ran.

    With a bank this is the time at the start of the next turn, otherwise what was left of this
    turn.
    """
    control = match.time_control
    charges = {(each.turn, each.seat): each for each in charges_of(match)}
    found = (charges.get((each.turn, each.seat)) for each in plies)
    return [_clock_comment(control, charge) if charge else "" for charge in found]


def _clock_comment(control: clocks.TimeControl, charge: ClockCharge) -> str:
    """Return the ``%clk`` comment for the end of a turn."""
    if control.bank:
        budget, since = clocks.Budget.from_json(charge.after), charge.until
    else:
        budget, since = clocks.Budget.from_json(charge.before), charge.since
    stops = clocks.ClockPauses.from_json(charge.stops)
    left = clocks.remaining_time(control, budget, stops, since, charge.until)
    return "" if left is None else f"[%clk {_format_span(left)}]"


def _format_span(span: timedelta) -> str:
    """Format as h:mm:ss; days are counted in hours."""
    seconds = _whole_seconds(span)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def _whole_seconds(span: timedelta) -> int:
    return int(span.total_seconds())
