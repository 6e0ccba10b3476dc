"""Instants that come in with a request."""

from __future__ import annotations

from datetime import UTC, datetime


def parse_instant(text: str) -> datetime | None:
    """Return the instant that an ISO text with its offset names, if UTC has such a day."""
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
