"""Names of channels, which cannot be guessed."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.conf import settings
from django.utils.crypto import salted_hmac

LENGTH = 24


def match_channel(pk: int) -> str:
    return _channel_name(f"match {pk}")


def player_channel(pk: int) -> str:
    """Return the channel for whose turn it is in a player's matches."""
    return _channel_name(f"player {pk}")


def _channel_name(subject: str) -> str:
    return salted_hmac("notifications.live", subject, algorithm="sha256").hexdigest()[:LENGTH]


def stream_url(channels: Iterable[str]) -> str:
    """Return the URL of the event stream for these channels; empty without a live server."""
    if not settings.LIVE_URL:
        return ""
    return f"{settings.LIVE_URL}?{urlencode([('c', each) for each in channels])}"
