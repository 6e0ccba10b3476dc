"""Template context of every page: whether the reader's e-mails bounce."""

from __future__ import annotations

from django.http import HttpRequest

from notifications.queries import bounced_at, loaded_settings


def post(request: HttpRequest) -> dict[str, object]:
    """Return since when the reader's address bounces, if their e-mail settings are loaded."""
    reader = getattr(request, "reader", None)
    if reader is None or loaded_settings(reader) is None:
        return {"bounced_at": None}
    return {"bounced_at": bounced_at(reader)}
