"""The clock statement: every stretch of a turn, its charge and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rest_framework import serializers as s

from games import clocks
from games.api.shapes import PlayerSerializer, ResponseSerializer
from games.api.states import player_json
from games.queries import Position
from games.rules.base import JSONObject
from games.services.match.loaded import clock_pauses_for

if TYPE_CHECKING:
    from games.models import ClockCharge, Seat


class ClockSpanSerializer(ResponseSerializer):
    """One stretch of a turn; ``reason`` is "running", or what made it count less or more."""

    start = s.DateTimeField()
    end = s.DateTimeField()
    charged = s.FloatField(help_text="Seconds.")
    reason = s.CharField()


class TurnSerializer(ResponseSerializer):
    """One turn on one clock."""

    turn = s.IntegerField()
    since = s.DateTimeField()
    until = s.DateTimeField()
    charged = s.FloatField(help_text="Seconds.")
    flagged = s.BooleanField()
    running = s.BooleanField()
    by_order = s.BooleanField(help_text="Played by an order, which takes no time.")
    before = s.DictField(child=s.FloatField())
    after = s.DictField(child=s.FloatField(), allow_null=True)
    lines = ClockSpanSerializer(many=True)


class StatementSerializer(ResponseSerializer):
    """One seat's clock."""

    seat = s.IntegerField()
    player = PlayerSerializer()
    deadline_at = s.DateTimeField(allow_null=True)
    left = s.FloatField(allow_null=True, help_text="Seconds of counted time; null without limit.")
    turns = TurnSerializer(many=True)


def statements_json(
    position: Position, charges: Sequence[ClockCharge], now: datetime
) -> list[JSONObject]:
    control = position.match.time_control
    by_order, found = position.turns_by_order, []
    for seat in position.seats:
        turns = [
            _charge_json(control, each, by_order=(each.turn, each.seat) in by_order)
            for each in charges
            if each.seat == seat.number
        ]
        since = None if seat.is_absent else seat.awaited_since
        if since is not None and now > since:
            turns.append(_running_turn_json(position, seat, now))
        found.append(
            {
                "seat": seat.number,
                "player": player_json(seat.player),
                "deadline_at": seat.deadline_at,
                "left": _seconds_left(position, seat, now),
                "turns": turns,
            }
        )
    return found


def _seconds_left(position: Position, seat: Seat, now: datetime) -> float | None:
    if seat.awaited_since is None or seat.is_absent:
        return None
    budget, stops = (
        clocks.Budget.from_json(seat.budget),
        clock_pauses_for(seat, position.match, now),
    )
    control = position.match.time_control
    left = clocks.remaining_time(control, budget, stops, seat.awaited_since, now)
    return None if left is None else left.total_seconds()


def _charge_json(control: clocks.TimeControl, charge: ClockCharge, *, by_order: bool) -> JSONObject:
    """Return a finished turn from its ledger line, with the pauses recorded there."""
    budget, stops = (
        clocks.Budget.from_json(charge.before),
        clocks.ClockPauses.from_json(charge.stops),
    )
    lines = clocks.clock_statement(control, budget, stops, charge.since, charge.until)
    return {
        "turn": charge.turn,
        "since": charge.since,
        "until": charge.until,
        "charged": _total_seconds(lines),
        "flagged": charge.flagged,
        "running": False,
        "by_order": by_order,
        "before": budget.in_full(),
        "after": clocks.Budget.from_json(charge.after).in_full(),
        "lines": [_span_json(line) for line in lines],
    }


def _running_turn_json(position: Position, seat: Seat, now: datetime) -> JSONObject:
    """Return the current turn, as it would be charged if the move came now."""
    assert seat.awaited_since is not None  # whose turn it is
    control, stops = position.match.time_control, clock_pauses_for(seat, position.match, now)
    budget = clocks.Budget.from_json(seat.budget)
    lines = clocks.clock_statement(control, budget, stops, seat.awaited_since, now)
    return {
        "turn": position.match.turn,
        "since": seat.awaited_since,
        "until": now,
        "charged": _total_seconds(lines),
        "flagged": False,
        "running": True,
        "by_order": False,
        "before": budget.in_full(),
        "after": None,
        "lines": [_span_json(line) for line in lines],
    }


def _total_seconds(lines: Sequence[clocks.ChargedSpan]) -> float:
    return sum(line.charged.total_seconds() for line in lines)


def _span_json(line: clocks.ChargedSpan) -> JSONObject:
    return {
        "start": line.start,
        "end": line.end,
        "charged": line.charged.total_seconds(),
        "reason": line.reason,
    }
