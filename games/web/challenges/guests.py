"""Data that a visitor brings along, and the guest in the session."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from allauth.core import ratelimit
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.forms import FIRST_ZONE
from accounts.middleware import GUEST_SESSION_KEY
from games.services.bots.guests import Guest
from games.services.errors import Refused

if TYPE_CHECKING:
    from accounts.models import Player


def visitor(request: HttpRequest) -> Guest:
    """Return the visitor's language and zone (the page's script may send it) with real chance.

    Refuses ``too_many_guests`` where one address creates too many of them.
    """
    if not ratelimit.consume(request, action="guest"):
        raise Refused("too_many_guests")
    zone = request.POST.get("time_zone", "")
    return Guest(
        language=(get_language() or "en")[:2],
        time_zone=zone if zone in available_timezones() else FIRST_ZONE,
        chance=secrets.SystemRandom(),
    )


def remember(request: HttpRequest, guest: Player) -> None:
    """Keep the guest in the session, for the next page.

    The session gets a new key, as at a login, so that nobody who planted the old one shares it.
    """
    request.session.cycle_key()
    request.session[GUEST_SESSION_KEY] = guest.pk
