"""Parsing instants from requests."""

from __future__ import annotations

from datetime import UTC, datetime


def parse_instant(text: str) -> datetime | None:
    """Return the UTC instant of an ISO text with an offset; None if invalid or out of range."""
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None
