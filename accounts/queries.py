"""Queries about logins and players."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable
from typing import cast

from django.contrib.auth.models import AnonymousUser, Group
from django.db.models import Exists, Q, QuerySet
from django.db.models.functions import Now
from django.http import HttpRequest

from accounts import naming
from accounts.compiled_queries import compiled_query
from accounts.models import ApiKey, Leave, LoginSession, Player, Suspension, User
from accounts.roles import ROLES
from accounts.times import public_holidays

# Annotations that other apps add to the query that loads the reader: an attribute of Player, and a
# function from the lookup path of the player to its expression.
READER_ANNOTATIONS: dict[str, Callable[[str], Exists]] = {}
MIN_LEAVE_DAYS = 2
MAX_LEAVE_DAYS = 14
INITIAL_LEAVE_DAYS = 10
HOLIDAY_YEARS = 2
MAX_SAVED_LEAVE_DAYS = 30
LEAVE_DAY_INTERVAL = dt.timedelta(days=12)


class PageRequest(HttpRequest):
    """A request on which the middleware has set the reader."""

    reader: Player | None


class PlayerRequest(PageRequest):
    """A request whose reader is known: a person or a guest."""

    reader: Player


def reader_annotations(player: str) -> dict[str, Exists]:
    """Return the annotations for a query that loads a reader."""
    return {name: fact(player) for name, fact in READER_ANNOTATIONS.items()}


def login_of(request: HttpRequest) -> User:
    """Return the request's login, for pages that require one."""
    return cast(User, request.user)


def reader_for(user: User | AnonymousUser, guest_id: int | None) -> Player | None:
    """Return the Player behind a login, else the guest of the session, else None.

    A guest who signed up stays the session's reader until the address is confirmed. The reader's
    roles are cached for the request.
    """
    if user.is_authenticated:
        player: Player | None = getattr(user, "player", None)
        if player is not None:
            player.caches_roles = True
            for name in READER_ANNOTATIONS:
                setattr(player, name, getattr(user, name, False))
        return player
    if guest_id is None:
        return None
    guests = Player.objects.filter(pk=guest_id, closed_at=None).select_related("user")
    return guests.filter(Q(kind=Player.Kind.GUEST) | Q(user__address_confirmed=False)).first()


def suspended_until(player: Player, now: dt.datetime) -> dt.datetime | None:
    """Return when the player's current suspension ends; None if there is none."""
    found = Suspension.objects.filter(player=player, until__gt=now).order_by("-until")
    return found.values_list("until", flat=True).first()


@compiled_query
def leaves_of(player: int) -> QuerySet[Leave]:
    """Select all leave of a player, past and cancelled included."""
    return Leave.objects.filter(player=player)


def uncancelled_leaves(player: Player) -> QuerySet[Leave]:
    """Return a player's leave that is not cancelled, earliest first, past leave included."""
    return player.leaves.filter(cancelled_at=None).order_by("first_day")


def current_leave(booked: Iterable[Leave], today: dt.date) -> Leave | None:
    """Return the leave that covers ``today``, a day in the player's zone; None if none does."""
    standing = (leave for leave in booked if leave.cancelled_at is None)
    return next((each for each in standing if each.first_day <= today <= each.last_day), None)


def leave_spans(player: Player) -> list[tuple[dt.datetime, dt.datetime]]:
    """Return the spans in which leave stops the player's clocks, earliest first."""
    spans = [leave.span for leave in player.leaves.select_related("player")]
    return sorted(span for span in spans if span is not None)


def leave_allowance(player: Player, now: dt.datetime) -> int:
    """Return how many days of leave can be booked now.

    Players start with 10 days and earn 1 every 12 days, up to 30. Booking deducts days at once;
    cancelling returns those that had not begun.
    """
    left, earned = INITIAL_LEAVE_DAYS, 0
    for leave in player.leaves.select_related("player").order_by("booked_at", "pk"):
        ticks = _leave_earned(player, leave.booked_at)
        left, earned = min(MAX_SAVED_LEAVE_DAYS, left + ticks - earned), ticks
        left -= leave.days_charged
    return min(MAX_SAVED_LEAVE_DAYS, left + _leave_earned(player, now) - earned)


def api_keys_of(user: User) -> list[ApiKey]:
    """Return the API keys of a login, newest first."""
    return list(ApiKey.objects.filter(user=user))


def sessions_of(user: User) -> list[LoginSession]:
    """Return the unexpired sessions of a login, most recently used first."""
    return list(LoginSession.objects.filter(user=user, session__expire_date__gt=Now()))


def _leave_earned(player: Player, instant: dt.datetime) -> int:
    """Return the days of leave earned up to an instant."""
    return max(0, (instant - player.created_at) // LEAVE_DAY_INTERVAL)


def holidays_of(
    player: Player, now: dt.datetime, years: int = HOLIDAY_YEARS, language: str = "en"
) -> dict[dt.date, str]:
    """Return the public holidays of the player's country and region with their names.

    From the player's yesterday to the end of the year ``years`` ahead.
    """
    if not player.country:
        return {}
    first = now.astimezone(player.zone).date() - dt.timedelta(days=1)
    last = dt.date(first.year + years, 12, 31)
    return public_holidays.holidays_between(player.country, player.region, first, last, language)


def roles_of(player: Player | None) -> frozenset[str]:
    """Return a player's roles; empty without an active login."""
    if player is None or player.user_id is None or player.closed_at is not None:
        return frozenset()
    if player.cached_roles is not None:
        return player.cached_roles
    held = Group.objects.filter(user__pk=player.user_id, user__is_active=True, name__in=ROLES)
    roles = frozenset(held.values_list("name", flat=True))
    if player.caches_roles:
        player.cached_roles = roles
    return roles


def players_with_roles(roles: Iterable[str]) -> list[Player]:
    """Return the players who have any of these roles, by name."""
    held = Player.objects.filter(
        user__groups__name__in=list(roles), user__is_active=True, closed_at=None
    )
    return list(held.select_related("user").order_by("name_key").distinct())


def player_named(name: str) -> Player | None:
    """Return the player with this name, ignoring case; None if there is none."""
    if "\x00" in name:  # PostgreSQL rejects NUL
        return None
    return Player.objects.filter(name_key=naming.get_name_key(name)).select_related("user").first()
