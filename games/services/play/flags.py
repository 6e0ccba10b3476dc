"""Flags, reminders and leave; every service is idempotent."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from datetime import date, datetime
from functools import wraps
from time import monotonic
from typing import Concatenate, ParamSpec, TypeVar

from django.db import transaction

from accounts.models import Leave, Player
from accounts.services import leave as leaves
from games.lobby_queries import running_match_ids
from games.models import Match, Seat
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import email_keys, undelivered
from games.services.match.loaded import (
    LoadedMatch,
    due_reminders,
    lock_match,
    save_match,
    set_due_times,
)
from games.services.play import absence, mail_pauses
from notifications.services.limits import caused_by

P = ParamSpec("P")
R = TypeVar("R")
logger = logging.getLogger(__name__)
MAX_SECONDS = 60.0  # seconds per run of the flag check; the next run continues


def settle_flags(*, now: datetime) -> int:
    """Settle every fallen flag; return how many matches changed."""
    due = (
        Seat.objects.filter(deadline_at__lte=now, flagged_at=None)
        .order_by("deadline_at", "pk")
        .values_list("match_id", flat=True)
    )
    return _run_for_matches(due, lambda match_id: settle_match(match_id, now=now))


def _run_for_matches(match_ids: Iterable[int], verb: Callable[[int], bool]) -> int:
    """Run a service on each match in its own transaction; a failing match is logged and skipped.

    Return how many reported a change.
    """
    done, start = 0, monotonic()
    for match_id in dict.fromkeys(match_ids):
        if monotonic() - start > MAX_SECONDS:
            break
        try:
            done += verb(match_id)
        except Exception:
            logger.exception("match stepped aside", extra={"match": match_id})
    return done


@transaction.atomic
def settle_match(match_id: int, *, now: datetime) -> bool:
    """Settle the flags of one match, recomputed under its lock; return whether it changed."""
    loaded = lock_match(match_id)
    if not loaded.match.is_running:
        return False
    for seat in loaded.seats:
        if seat.flagged_at is None:
            set_due_times(loaded, seat, now)
    mail_pauses.notify_opponents(loaded, undelivered.pause_flagged_seats(loaded, now), now=now)
    late = loaded.seats_out_of_time(now)
    if not late:
        save_match(loaded)
        return False
    if loaded.match.time_control.on_flag == "claim":
        return _offer_claim(loaded, late, now)
    for seat in late:
        if loaded.match.is_running and seat.deadline_at and seat.deadline_at <= now:
            absence.settle_flag(loaded, seat, now)
    return True


def settle_flags_before(
    act: Callable[Concatenate[int, Player, P], R],
) -> Callable[Concatenate[int, Player, P], R]:
    """Decorate an action on a match to settle flags that have fallen by ``now`` first.

    They stay settled if the action is refused. Refuses ``flag_pending`` if a flag cannot be settled
    yet, because it may have fallen during an outage.
    """

    @wraps(act)
    def acted(match_id: int, player: Player, /, *args: P.args, **kwargs: P.kwargs) -> R:
        now = kwargs["now"]
        assert isinstance(now, datetime)
        settle_fallen(match_id, now=now)
        return act(match_id, player, *args, **kwargs)

    return acted


def settle_fallen(match_id: int, *, now: datetime) -> None:
    """Settle the fallen flags of a match; refuses ``flag_pending`` if that must wait."""
    late = Seat.objects.filter(match=match_id, deadline_at__lte=now, flagged_at=None)
    if late.exists():
        settle_match(match_id, now=now)
        if late.exists():
            raise Refused("flag_pending")


def _offer_claim(loaded: LoadedMatch, late: list[Seat], now: datetime) -> bool:
    """Mark the fallen flags and notify the others that they may claim."""
    fresh = [seat for seat in late if seat.flagged_at is None]
    for seat in fresh:
        seat.flagged_at = now
    save_match(loaded)
    for seat in fresh:
        for other in loaded.others(seat):
            match_emails.notify_flagged(loaded, other, seat, now=now)
    return bool(fresh)


def send_reminders(*, now: datetime) -> int:
    """Post every reminder that is due; return how many matches."""
    due = (
        Seat.objects.filter(remind_at__lte=now)
        .order_by("remind_at", "pk")
        .values_list("match_id", flat=True)
    )
    return _run_for_matches(due, lambda match_id: _remind(match_id, now))


@transaction.atomic
def _remind(match_id: int, now: datetime) -> bool:
    """Post the latest due reminder of each awaited seat and set the next."""
    loaded = lock_match(match_id)
    touched = False
    for seat in loaded.seats:
        if seat.awaited_since is None or seat.remind_at is None or seat.remind_at > now:
            continue
        due = due_reminders(loaded, seat, now)
        set_due_times(loaded, seat, now)
        if due and (seat.deadline_at is None or seat.deadline_at > now):
            match_emails.notify_reminder(loaded, seat, due[-1], now=now)
            touched = True
    save_match(loaded)
    return touched


@transaction.atomic
def book_leave(player: Player, first_day: date, last_day: date, *, now: datetime) -> Leave:
    """Book leave, recompute the player's deadlines and notify the opponents."""
    _lock_and_settle_matches(player, now)
    leave = leaves.book_leave(player, first_day, last_day, now=now)
    for loaded, seat in _recompute_deadlines(player, now):
        if "leave" in loaded.match.time_control.stops:
            with caused_by(player):
                for other in loaded.others(seat):
                    match_emails.notify_leave(loaded, other, leave, now=now)
    return leave


@transaction.atomic
def cancel_leave(leave: Leave, *, now: datetime) -> None:
    """Cancel future leave or end a running one today, and recompute the deadlines."""
    _lock_and_settle_matches(leave.player, now)
    leaves.cancel_leave(leave, now=now)
    for loaded, _seat in _recompute_deadlines(leave.player, now):
        email_keys.withdraw_leave_emails(loaded, leave, now=now)


def _lock_and_settle_matches(player: Player, now: datetime) -> None:
    """Lock all matches of the player, then settle their fallen flags.

    Must run before the player's row is locked. Later changes of the player's time cannot undo a
    settled flag. All matches are locked first, because settling one may lock its loser, who could
    be waiting for others.
    """
    mine = Seat.objects.filter(player=player, finished_at=None).values("match_id")
    held = Match.objects.select_for_update().running().filter(pk__in=mine).order_by("pk")
    ids = list(held.values_list("pk", flat=True))
    _run_for_matches(ids, lambda match_id: settle_match(match_id, now=now))


def _recompute_deadlines(player: Player, now: datetime) -> list[tuple[LoadedMatch, Seat]]:
    """Recompute the due times of the player's running matches, locked in a fixed order."""
    touched: list[tuple[LoadedMatch, Seat]] = []
    _run_for_matches(
        running_match_ids(player), lambda match_id: _recompute_match(match_id, player, now, touched)
    )
    return touched


@transaction.atomic
def _recompute_match(
    match_id: int, player: Player, now: datetime, touched: list[tuple[LoadedMatch, Seat]]
) -> bool:
    """Recompute the due times of one match, except for a fallen flag."""
    loaded = lock_match(match_id)
    if not loaded.match.is_running:
        return False
    seat = loaded.seat_of(player)
    if seat.flagged_at is None:
        set_due_times(loaded, seat, now)
        save_match(loaded)
    touched.append((loaded, seat))
    return True
