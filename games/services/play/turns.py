"""Carries out turns; the only place that does.

Pages, API, bots, caretakers, fallen flags and the games' own resigning moves all end up here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from games.models import Ply, Seat
from games.rules.base import AnyMove, AnyState
from games.rules.series import LegResult, SeriesState, legs_ended_between
from games.services.emails import match_emails
from games.services.match import email_keys
from games.services.match.ledgers import charge_unfinished_turn, play_automatic_plies, play_ply
from games.services.match.loaded import LoadedMatch, save_match, start_clocks
from games.services.play import answers, results
from games.services.time.timetable import schedule_bot, schedule_caretaker

ABSENT_SOURCES = frozenset({Ply.Source.CLOCK, Ply.Source.CARETAKER, Ply.Source.SERVER})


def play_moves(
    loaded: LoadedMatch,
    seat: Seat,
    turns: Sequence[Sequence[AnyMove]],
    *,
    source: str,
    now: datetime,
    reminded: bool = False,
    then: Callable[[], object] | None = None,
) -> list[Ply]:
    """Play the legal moves of a turn and all that follows; return the new ledger lines.

    ``then`` is called in the resulting position, before anybody answers. Turns after the first
    begin the next leg and take no time. The clock has been charged before; ``reminded`` means that
    reminders may be waiting. Moves that no player chose (a fallen flag, a caretaker) do not end the
    seat's absence. Raises ``IllegalMove``.
    """
    before = loaded.state
    lines = [play_ply(loaded, seat.number, move, now, source) for move in turns[0]]
    for moves in turns[1:]:
        lines += answers.play_instant_turn(loaded, seat, moves, now, source)
    if source not in ABSENT_SOURCES:
        _mark_present(seat)
    seat.last_ply = lines[0].number
    lines += play_automatic_plies(loaded, now)
    if then is not None:
        then()
    return finish_turn(loaded, seat, lines, now=now, reminded=reminded, before=before)


def _mark_present(seat: Seat) -> None:
    """Record that the player has moved in person and is therefore back."""
    seat.moved = True
    seat.skips = 0
    seat.cared_since = seat.offered_until = None


def finish_turn(
    loaded: LoadedMatch,
    actor: Seat,
    lines: list[Ply],
    *,
    now: datetime,
    before: AnyState,
    reminded: bool = False,
) -> list[Ply]:
    """Save the plies, play what follows automatically, and start the next turn or end the match."""
    match = loaded.match
    lines += play_automatic_plies(loaded, now)
    answers.play_automatic_moves(loaded, lines, now)
    decline_tie_offers(loaded, actor, now)
    decline_take_backs(loaded, actor, now)
    email_keys.withdraw_your_turn_email(match, actor, now=now)
    if reminded:
        email_keys.withdraw_reminders(match, actor, now=now)
    match.turn += 1
    loaded.added = lines
    Ply.objects.bulk_create(lines)
    if (outcome := loaded.rules.outcome(loaded.state)) is not None:
        results.finish_by_rules(loaded, outcome, now)
    else:
        _start_next_clocks(loaded, actor, now, legs=_legs_ended(before, loaded.state))
    return lines


def _legs_ended(before: AnyState, after: AnyState) -> tuple[LegResult[AnyState], ...]:
    if isinstance(before, SeriesState) and isinstance(after, SeriesState):
        return legs_ended_between(before, after)
    return ()


def _start_next_clocks(
    loaded: LoadedMatch, mover: Seat, now: datetime, *, legs: tuple[LegResult[AnyState], ...]
) -> None:
    """Stop and start clocks, and notify the players now to move."""
    _stop_clocks_of_skipped_seats(loaded, mover, now)
    woken = start_clocks(loaded, now, acted=mover.number)
    save_match(loaded)
    for seat in woken:
        match_emails.notify_turn(loaded, seat, now=now, legs=legs)
        schedule_automatic_player(seat, now)
    if legs:
        for seat in loaded.seats:
            if seat not in woken and seat is not mover:
                match_emails.notify_leg(loaded, seat, now=now, legs=legs)
    for number in loaded.answered - {seat.number for seat in woken}:
        match_emails.notify_answered(loaded, loaded.seats[number], now=now)


def _stop_clocks_of_skipped_seats(loaded: LoadedMatch, mover: Seat, now: datetime) -> None:
    """Charge seats that are no longer awaited without having moved; withdraw their e-mails."""
    awaited = loaded.rules.awaited(loaded.state)
    for seat in loaded.seats:
        if seat is not mover and seat.awaited and seat.number not in awaited:
            charge_unfinished_turn(loaded, seat, now)
            email_keys.withdraw_your_turn_email(loaded.match, seat, now=now)


def schedule_automatic_player(seat: Seat, now: datetime) -> None:
    """Run the bot or caretaker that plays this seat, if there is one."""
    if seat.cared_since is not None:
        schedule_caretaker()
    elif seat.player.is_bot:
        schedule_bot(seat.player, now)


def decline_tie_offers(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Decline all draw offers to this seat and withdraw their e-mails."""
    for other in loaded.others(seat):
        if other.tie_offered_at_ply is not None:
            email_keys.withdraw_tie_email(loaded.match, other.question, seat.number, now=now)
            other.tie_offered_at_ply = None


def decline_take_backs(loaded: LoadedMatch, seat: Seat, now: datetime) -> None:
    """Decline all requests to this seat to take a move back, and withdraw their e-mails."""
    for other in loaded.others(seat):
        if other.take_back_at_ply is not None:
            email_keys.withdraw_take_back_email(loaded.match, other.question, seat.number, now=now)
            other.take_back_at_ply = None


def move_texts(lines: Sequence[Ply]) -> list[str]:
    """Return the moves among these plies, without random draws and leaving seats."""
    return [ply.text for ply in lines if ply.is_move]
