"""Names of channels, which nobody can guess."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.conf import settings
from django.utils.crypto import salted_hmac

LENGTH = 24


def of_match(pk: int) -> str:
    """Return the channel of everything that happens in a match."""
    return _name(f"match {pk}")


def of_player(pk: int) -> str:
    """Return the channel of what changes whose turn it is in a player's matches."""
    return _name(f"player {pk}")


def _name(subject: str) -> str:
    return salted_hmac("notifications.live", subject, algorithm="sha256").hexdigest()[:LENGTH]


def address(channels: Iterable[str]) -> str:
    """Return the URL of a stream of events on the channels; empty without a server for them."""
    if not settings.LIVE_URL:
        return ""
    return f"{settings.LIVE_URL}?{urlencode([('c', each) for each in channels])}"
