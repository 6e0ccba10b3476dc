"""Booking and cancelling leave; callers recompute deadlines in the same transaction."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from accounts.models import Leave, Player
from accounts.queries import MAX_LEAVE_DAYS, MIN_LEAVE_DAYS, leave_allowance, uncancelled_leaves
from accounts.services.errors import LeaveRefused

MAX_DAYS_AHEAD = 365
DAY = dt.timedelta(days=1)


@transaction.atomic
def book_leave(player: Player, first_day: dt.date, last_day: dt.date, *, now: dt.datetime) -> Leave:
    """Book leave from the first to the last day, both included, in the player's zone.

    Booking today stops clocks from ``now`` on. Adjacent bookings count as one stretch. Raises
    LeaveRefused (``order past far short long overlap spent nobody``).
    """
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if row.kind != Player.Kind.PERSON or row.closed_at:
        raise LeaveRefused("nobody")
    _check_days(first_day, last_day, today=now.astimezone(row.zone).date())
    _check_other_leave(row, first_day, last_day)
    days = (last_day - first_day).days + 1
    left = leave_allowance(row, now)
    if days > left:
        raise LeaveRefused("spent", left=left, days=days)
    row.leave_until = player.leave_until = max(last_day, row.leave_until or last_day)
    row.save(update_fields=["leave_until"])
    return Leave.objects.create(player=row, first_day=first_day, last_day=last_day, booked_at=now)


@transaction.atomic
def cancel_leave(leave: Leave, *, now: dt.datetime) -> Leave:
    """Cancel leave: days that have begun stay spent, clocks run again from ``now`` on.

    Raises LeaveRefused (``cancelled``, ``over``).
    """
    row = Leave.objects.select_for_update().get(pk=leave.pk)
    if row.cancelled_at is not None:
        raise LeaveRefused("cancelled")
    if row.last_day < now.astimezone(row.player.zone).date():
        raise LeaveRefused("over")
    row.cancelled_at = now
    row.save(update_fields=["cancelled_at"])
    return row


def _check_days(first_day: dt.date, last_day: dt.date, *, today: dt.date) -> None:
    """Refuse days that are out of order, past, too far ahead or too few."""
    days = (last_day - first_day).days + 1
    if days < 1:
        raise LeaveRefused("order")
    if first_day < today:
        raise LeaveRefused("past", today=today.isoformat())
    if (last_day - today).days > MAX_DAYS_AHEAD:
        raise LeaveRefused("far", most=MAX_DAYS_AHEAD)
    if days < MIN_LEAVE_DAYS:
        raise LeaveRefused("short", least=MIN_LEAVE_DAYS, days=days)


def _check_other_leave(player: Player, first_day: dt.date, last_day: dt.date) -> None:
    """Refuse days that are booked, or form too long a stretch with adjacent bookings."""
    start, end = first_day, last_day
    booked = list(uncancelled_leaves(player))
    for other in booked:
        if other.first_day <= last_day and first_day <= other.last_day:
            raise LeaveRefused(
                "overlap", first=other.first_day.isoformat(), last=other.last_day.isoformat()
            )
    for other in reversed(booked):
        if other.last_day + DAY == start:
            start = other.first_day
    for other in booked:
        if end + DAY == other.first_day:
            end = other.last_day
    stretch = (end - start).days + 1
    if stretch > MAX_LEAVE_DAYS:
        raise LeaveRefused("long", most=MAX_LEAVE_DAYS, days=stretch)
