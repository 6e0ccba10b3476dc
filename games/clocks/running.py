"""The clock: what a turn costs, when it flags, and the statement that explains it.

Everything is derived from the *limit*, the running time at which the flag falls: at the first
instant, to the microsecond, at which that much time has run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from games.clocks.control import FLAG_RULES_THAT_CONTINUE, ZERO, Budget, TimeControl
from games.clocks.pauses import RUNNING, ClockPauses, Segment, never_runs, segments, utc

TICK = timedelta(microseconds=1)
SEARCH_STEP = timedelta(days=64)
HORIZON = timedelta(days=36525)


@dataclass(frozen=True, kw_only=True, slots=True)
class Charge:
    """The charge for one turn: the budget after it, the running time and the time charged.

    ``left_before`` is the most the turn could cost (None: no limit). A flagged turn costs exactly
    that, however late the move.
    """

    budget: Budget
    charged: timedelta
    running: timedelta
    flagged: bool
    left_before: timedelta | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ChargedSpan:
    """One line of the clock statement: a stretch of a turn, its charge and the reason.

    Reasons: "running", "surcharge" (counts several times), "rounding" (less than a whole quantum),
    "flagged" (after the flag), or what stopped the clock: "night", "weekend", "holidays", "leave",
    "agreed", "referee", "outage".
    """

    start: datetime
    end: datetime
    charged: timedelta
    reason: str


def compute_charge(
    control: TimeControl, budget: Budget, stops: ClockPauses, since: datetime, until: datetime
) -> Charge:
    """Return the charge for a turn from ``since`` to ``until``; zero if ``until`` is not later."""
    running = _running_time(control, stops, since, until)
    limit = _limit(control, budget)
    flagged = limit is not None and running >= limit
    charged = _cost(control, budget, running if limit is None else min(running, limit))
    spent = _spend(control, budget, charged)
    if not flagged or control.on_flag in FLAG_RULES_THAT_CONTINUE:
        spent = _refill(control, spent)
    return Charge(
        budget=spent,
        charged=charged,
        running=running,
        flagged=flagged,
        left_before=_available(control, budget),
    )


def remaining_time(
    control: TimeControl, budget: Budget, stops: ClockPauses, since: datetime, at: datetime
) -> timedelta | None:
    """Return the running time left until the flag, including overtime; None: no limit."""
    limit = _limit(control, budget)
    if limit is None:
        return None
    return max(ZERO, limit - _running_time(control, stops, since, at))


def deadline(
    control: TimeControl, budget: Budget, stops: ClockPauses, since: datetime
) -> datetime | None:
    """Return the first instant (UTC) at which the turn flags; None if it never does.

    That is: no limit, an open-ended pause, no working day, or not within a hundred years.
    """
    limit = _limit(control, budget)
    return None if limit is None else instant_after(control, stops, since, limit)


def instant_after(
    control: TimeControl, stops: ClockPauses, since: datetime, span: timedelta
) -> datetime | None:
    """Return the first instant (UTC) at which ``span`` has run since ``since``; None if never."""
    begin = utc(since)
    if span <= ZERO:
        return begin
    if never_runs(control.stops, stops) or _is_blocked_forever(stops, begin, control, span):
        return None
    left = span
    for piece in _segments_from(control, stops, begin):
        length = piece.end - piece.start
        if piece.reason == RUNNING:
            if length >= left:
                return piece.start + left
            left -= length
    return None


def clock_statement(
    control: TimeControl, budget: Budget, stops: ClockPauses, since: datetime, until: datetime
) -> tuple[ChargedSpan, ...]:
    """Return contiguous lines for the turn; their charges add up to that of ``compute_charge``."""
    total = _running_time(control, stops, since, until)
    limit = _limit(control, budget)
    counted = total if limit is None else min(total, limit)
    marks = _reason_changes(control, counted, limit)
    lines: list[ChargedSpan] = []
    ran = ZERO
    for piece in segments(control.stops, stops, utc(since), utc(until)):
        if piece.reason != RUNNING:
            lines.append(
                ChargedSpan(start=piece.start, end=piece.end, charged=ZERO, reason=piece.reason)
            )
            continue
        for part, first, last in _split_at_marks(piece, ran, marks):
            cost = _charge_between(control, budget, counted, first, last)
            reason = _reason_at(control, counted, limit, first)
            lines.append(ChargedSpan(start=part.start, end=part.end, charged=cost, reason=reason))
        ran += piece.end - piece.start
    return tuple(lines)


def _segments_from(control: TimeControl, stops: ClockPauses, begin: datetime) -> Iterator[Segment]:
    """Yield segments from ``begin`` on, in strides, up to ``HORIZON``."""
    at = begin
    while at < begin + HORIZON:
        yield from segments(control.stops, stops, at, at + SEARCH_STEP)
        at += SEARCH_STEP


def _is_blocked_forever(
    stops: ClockPauses, begin: datetime, control: TimeControl, span: timedelta
) -> bool:
    """Whether an open-ended pause begins before ``span`` can have run."""
    open_from = [utc(start) for start, end, _reason in stops.pauses if end is None]
    if not open_from or min(open_from) >= begin + HORIZON:
        return False
    return _running_time(control, stops, begin, min(open_from)) < span


def _running_time(
    control: TimeControl, stops: ClockPauses, since: datetime, until: datetime
) -> timedelta:
    """Return how long the clock ran between two instants."""
    pieces = segments(control.stops, stops, utc(since), utc(until))
    return sum((p.end - p.start for p in pieces if p.reason == RUNNING), ZERO)


def _available(control: TimeControl, budget: Budget) -> timedelta | None:
    """Return the most this turn can cost; None if neither bank nor turn is limited."""
    limits = [] if control.per_turn is None else [control.per_turn]
    if control.banked:
        overtime = budget.periods * control.period
        if control.block_moves:
            overtime = budget.block_left
        limits.append(budget.bank + overtime)
    return min(limits, default=None)


def _limit(control: TimeControl, budget: Budget) -> timedelta | None:
    """Return the shortest running time that flags; None if there is no limit."""
    limits = [] if control.silence is None else [control.silence]
    available = _available(control, budget)
    if available is not None:
        limits.append(_min_running_time(control, available))
    return min(limits, default=None)


def _min_running_time(control: TimeControl, cost: timedelta) -> timedelta:
    """Return the shortest running time that costs at least ``cost``."""
    after, quantum = control.surcharge_after, control.quantum
    if after is not None and cost > after:
        cost = after + -(-(cost - after) // (control.surcharge_factor * TICK)) * TICK
    return -(-cost // quantum) * quantum if quantum else cost


def _cost(control: TimeControl, budget: Budget, running: timedelta) -> timedelta:
    """Return the charge for ``running``: whole quanta plus surcharge, capped by the budget."""
    counted = _round_to_quanta(control, running)
    after = control.surcharge_after
    if after is not None and counted > after:
        counted += (control.surcharge_factor - 1) * (counted - after)
    available = _available(control, budget)
    return counted if available is None else min(counted, available)


def _round_to_quanta(control: TimeControl, running: timedelta) -> timedelta:
    return running // control.quantum * control.quantum if control.quantum else running


def _spend(control: TimeControl, budget: Budget, charged: timedelta) -> Budget:
    """Deduct the charge from the bank, then from overtime."""
    if not control.banked:
        return budget
    over = charged - budget.bank
    if over < ZERO:
        return replace(budget, bank=-over)
    spent = replace(budget, bank=ZERO)
    if control.periods:
        return replace(spent, periods=budget.periods - over // control.period)
    if control.block_moves:
        return replace(spent, block_left=budget.block_left - over)
    return spent


def _refill(control: TimeControl, budget: Budget) -> Budget:
    """Add what a move earns: the increment up to the cap, or a new block after a block's last move.

    A seat that has run out of time but plays on (skip, caretaker) gets a last period or a new
    block.
    """
    if control.increment:
        bank = budget.bank + control.increment
        return replace(budget, bank=bank if control.cap is None else min(bank, control.cap))
    if budget.bank:
        return budget
    if control.periods:
        return replace(budget, periods=max(1, budget.periods))
    return _next_in_block(control, budget) if control.block_moves else budget


def _next_in_block(control: TimeControl, budget: Budget) -> Budget:
    """Count a move of the current block; start the next one if it is complete or used up."""
    moves = budget.block_moves - 1
    if moves > 0 and budget.block_left:
        return replace(budget, block_moves=moves)
    kept = budget.block_left if control.block_carry else ZERO
    return replace(budget, block_moves=control.block_moves, block_left=control.block_span + kept)


def _reason_changes(
    control: TimeControl, counted: timedelta, limit: timedelta | None
) -> list[timedelta]:
    """Return the running times at which the reason of a line changes."""
    marks = {_round_to_quanta(control, counted), counted}
    if limit is not None:
        marks.add(limit)
    if control.surcharge_after is not None:
        marks.add(control.surcharge_after)
    return sorted(marks)


def _split_at_marks(
    piece: Segment, ran: timedelta, marks: list[timedelta]
) -> Iterator[tuple[Segment, timedelta, timedelta]]:
    """Split a running segment at the marks; yield parts with the running time at both ends."""
    end = ran + (piece.end - piece.start)
    edges = [ran, *(mark for mark in marks if ran < mark < end), end]
    for first, last in pairwise(edges):
        part = Segment(piece.start + (first - ran), piece.start + (last - ran), RUNNING)
        yield part, first, last


def _charge_between(
    control: TimeControl,
    budget: Budget,
    counted: timedelta,
    first: timedelta,
    last: timedelta,
) -> timedelta:
    """Return the charge that the running time from ``first`` to ``last`` adds."""
    exact = replace(control, quantum=ZERO)
    whole = _round_to_quanta(control, counted)
    return _cost(exact, budget, min(last, whole)) - _cost(exact, budget, min(first, whole))


def _reason_at(
    control: TimeControl, counted: timedelta, limit: timedelta | None, first: timedelta
) -> str:
    """Return the reason for time from ``first`` on."""
    if limit is not None and first >= limit:
        return "flagged"
    if first >= _round_to_quanta(control, counted):
        return "rounding"
    after = control.surcharge_after
    if after is not None and first >= after and control.surcharge_factor > 1:
        return "surcharge"
    return RUNNING
