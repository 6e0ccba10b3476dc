"""What every page knows about the reader's matches."""

from __future__ import annotations

import functools

from django.http import HttpRequest

from games import queries


def awaiting(request: HttpRequest) -> dict[str, object]:
    """Return how many matches await the reader: one query, asked only by a page that shows it."""
    reader = getattr(request, "reader", None)
    if reader is None:
        return {}
    return {"awaiting_count": functools.cache(functools.partial(queries.awaiting_count, reader))}
