"""Clocks as shown on match pages and in clock statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _, ngettext

from games import clocks
from games.families.phrases import family_texts
from games.queries import Position
from games.rules.base import JSON
from games.services.match.loaded import clock_pauses_for
from games.services.wording import clock_words
from games.services.wording.multiplayer_words import seat_state

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import ClockCharge, Seat

ZERO = timedelta(0)


@dataclass(frozen=True)
class ClockView:
    """One seat's clock: time left, deadline, reserve."""

    seat: Seat
    own: bool
    running: bool
    left: timedelta | None
    deadline_at: datetime | None
    late: bool
    reserve: str
    absence: str
    side: str


@dataclass(frozen=True)
class StatementLine:
    """One span of a turn: its length, how much was charged, and why."""

    start: datetime
    end: datetime
    length: str
    charged: str
    reason: str
    counts: bool


@dataclass(frozen=True)
class TurnStatement:
    """One turn on one clock: its spans and their sum, the reserve before and after."""

    turn: int
    lines: list[StatementLine]
    charged: str
    before: str
    after: str
    running: bool
    by_order: bool = False


def clock_views(position: Position, reader: Player | None, now: datetime) -> list[ClockView]:
    """Return all clocks, the reader's own first, then in order of play."""
    own, count = position.seat_of(reader), len(position.seats)
    first = own.number if own else 0
    seats = sorted(position.seats, key=lambda seat: (seat.number - first) % count)
    return [_clock(position, seat, seat is own, now) for seat in seats]


def _clock(position: Position, seat: Seat, own: bool, now: datetime) -> ClockView:
    """Return one seat's clock."""
    control = position.match.time_control
    left = None
    if seat.awaited_since is not None and not seat.is_absent:
        budget, stops = (
            clocks.Budget.from_json(seat.budget),
            clock_pauses_for(seat, position.match, now),
        )
        left = clocks.remaining_time(control, budget, stops, seat.awaited_since, now)
    return ClockView(
        seat=seat,
        own=own,
        running=seat.awaited,
        left=left,
        deadline_at=seat.deadline_at,
        late=seat.deadline_at is not None and seat.deadline_at <= now,
        reserve=reserve_text(control, seat.budget),
        side=family_texts(position.match.ruleset).side(position.state, seat.number),
        absence=seat_state(seat),
    )


def reserve_text(control: clocks.TimeControl, dumped: JSON) -> str:
    """Return what a seat has in reserve: bank, periods, moves of the block."""
    if not control.banked:
        return ""
    budget = clocks.Budget.from_json(dumped)
    parts = []
    if budget.bank or not (control.periods or control.block_moves):
        parts.append(clock_words.span_text(budget.bank) if budget.bank else _("nothing"))
    if control.periods:
        count = ngettext("%(count)d period", "%(count)d periods", budget.periods)
        parts.append(count % {"count": budget.periods})
    if control.block_moves and not budget.bank:
        words = ngettext(
            "%(count)d move in %(span)s", "%(count)d moves in %(span)s", budget.block_moves
        )
        span = clock_words.span_text(budget.block_left, after_preposition=True)
        parts.append(words % {"count": budget.block_moves, "span": span})
    return ", ".join(parts)


def reason_labels() -> dict[str, str]:
    """Return the labels of the reasons in a statement."""
    return {
        "running": _("running"),
        "surcharge": _("counts several times"),
        "rounding": _("less than a whole step"),
        "flagged": _("after time ran out"),
        "night": _("night"),
        "weekend": _("day off"),
        "holidays": _("holiday"),
        "leave": _("leave"),
        "agreed": _("pause agreed by the players"),
        "referee": _("pause ordered by a referee"),
        "outage": _("the server was down"),
        "mail": _("the e-mail about the turn did not arrive"),
    }


def format_span(span: timedelta) -> str:
    """Format a span to the second: "2 d 03:04:05"."""
    seconds = int(span.total_seconds())
    days, rest = divmod(seconds, 86400)
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return _("%(days)d d %(clock)s") % {"days": days, "clock": clock} if days else clock


def turn_statement(
    control: clocks.TimeControl, charge: ClockCharge, *, by_order: bool
) -> TurnStatement:
    """Return a charged turn from its ledger line, with the pauses recorded there."""
    budget, stops = (
        clocks.Budget.from_json(charge.before),
        clocks.ClockPauses.from_json(charge.stops),
    )
    lines = clocks.clock_statement(control, budget, stops, charge.since, charge.until)
    return TurnStatement(
        charge.turn,
        _statement_lines(lines),
        format_span(sum((line.charged for line in lines), ZERO)),
        reserve_text(control, charge.before),
        reserve_text(control, charge.after),
        running=False,
        by_order=by_order,
    )


def running_statement(position: Position, seat: Seat, now: datetime) -> TurnStatement | None:
    """Return the running turn as it would be charged now; None if no clock is running."""
    if seat.awaited_since is None or seat.is_absent or now <= seat.awaited_since:
        return None
    control, stops = position.match.time_control, clock_pauses_for(seat, position.match, now)
    budget = clocks.Budget.from_json(seat.budget)
    lines = clocks.clock_statement(control, budget, stops, seat.awaited_since, now)
    reserve = reserve_text(control, seat.budget)
    total = format_span(sum((line.charged for line in lines), ZERO))
    return TurnStatement(
        position.match.turn, _statement_lines(lines), total, reserve, "", running=True
    )


def _statement_lines(lines: Sequence[clocks.ChargedSpan]) -> list[StatementLine]:
    """Return the lines, rounded so that the seconds shown add up to the total."""
    words, found, total = reason_labels(), [], ZERO
    for line in lines:
        shown = _truncate_to_seconds(total + line.charged) - _truncate_to_seconds(total)
        total += line.charged
        found.append(
            StatementLine(
                line.start,
                line.end,
                format_span(line.end - line.start),
                format_span(shown),
                words.get(line.reason, line.reason),
                line.reason in ("running", "surcharge"),
            )
        )
    return found


def _truncate_to_seconds(span: timedelta) -> timedelta:
    return timedelta(seconds=int(span.total_seconds()))
