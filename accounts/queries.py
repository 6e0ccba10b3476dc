"""Reads about people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from rest_framework.authtoken.models import Token

from accounts.models import Leave, Player, User

LEAVE_LEAST = 2
LEAVE_MOST = 14
LEAVE_START = 10
LEAVE_CAP = 30
LEAVE_EARNED_EVERY = dt.timedelta(days=12)


class PageRequest(HttpRequest):
    """A request as pages get it: the middleware has put the reader on it."""

    reader: Player | None


def reader_for(user: Any, guest_id: int | None) -> Player | None:
    """Return the Player behind a login, else the guest of the session, else None.

    A guest who signed up stays the session's reader until the address is confirmed.
    """
    if user.is_authenticated:
        player: Player | None = getattr(user, "player", None)
        return player
    if guest_id is None:
        return None
    guests = Player.objects.filter(pk=guest_id, closed_at=None).select_related("user")
    return guests.filter(Q(kind=Player.Kind.GUEST) | Q(user__address_confirmed=False)).first()


def running_leaves(player: Player) -> QuerySet[Leave]:
    """Return the leave that is booked and not cancelled, earliest first, past ones included."""
    return player.leaves.filter(cancelled_at=None).order_by("first_day")


def leave_now(booked: Iterable[Leave], today: dt.date) -> Leave | None:
    """Return which of the booked leaves has the player away on his day ``today``."""
    standing = (leave for leave in booked if leave.cancelled_at is None)
    return next((each for each in standing if each.first_day <= today <= each.last_day), None)


def leave_spans(player: Player) -> list[tuple[dt.datetime, dt.datetime]]:
    """Return when leave stops the player's clocks, earliest first; cancelled, up to then."""
    spans = [leave.span for leave in player.leaves.select_related("player")]
    return sorted(span for span in spans if span is not None)


def allowance(player: Player, now: dt.datetime) -> int:
    """Return how many days of leave may be booked now.

    Everybody starts with 10 and earns 1 per 12 days since the account was made; more than 30 are
    never saved up. Booking takes days at once, cancelling gives back those that had not begun.
    """
    left, earned = LEAVE_START, 0
    for leave in player.leaves.select_related("player").order_by("booked_at", "pk"):
        ticks = _ticks(player, leave.booked_at)
        left, earned = min(LEAVE_CAP, left + ticks - earned), ticks
        left -= leave.days_charged
    return min(LEAVE_CAP, left + _ticks(player, now) - earned)


def token_ending(user: User) -> str | None:
    """Return the last four signs of the key for programs, None where there is none."""
    token = Token.objects.filter(user=user).first()
    return token.key[-4:] if token else None


def token_with(key: str) -> Token | None:
    """Return the key for programs with its login and player, None where there is no such key."""
    return Token.objects.select_related("user__player").filter(key=key).first()


def _ticks(player: Player, instant: dt.datetime) -> int:
    """Return how many days of leave were earned by then."""
    return max(0, (instant - player.created_at) // LEAVE_EARNED_EVERY)
