"""Visitors who become guests, and guests in the session."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.forms import DEFAULT_ZONE
from accounts.middleware import GUEST_SESSION_KEY
from games.services.bots.guests import Visitor
from games.services.errors import Refused

if TYPE_CHECKING:
    from accounts.models import Player


def build_visitor(request: HttpRequest) -> Visitor:
    """Return the visitor's language, time zone (sent by a script) and source of randomness.

    Refuses ``too_many_guests`` if too many come from one IP address.
    """
    if not ratelimit.consume(request, action="guest"):
        raise Refused("too_many_guests")
    zone = request.POST.get("time_zone", "")
    return Visitor(
        language=(get_language() or "en")[:2],
        time_zone=zone if zone in available_timezones() else DEFAULT_ZONE,
        chance=secrets.SystemRandom(),
    )


def log_in_guest(request: HttpRequest, guest: Player) -> None:
    """Log the guest in by session.

    The session key changes, as at a login, to prevent session fixation.
    """
    request.session.cycle_key()
    request.session[GUEST_SESSION_KEY] = guest.pk
