"""Puts the reader (a Player, guest included) on the request, and the page into the reader's language and zone."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.queries import reader_for

GUEST_SESSION_KEY = "guest_player"


class ReaderMiddleware:
    """Sets ``request.reader``: the Player of the login, else the session's guest, else None (falsy)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Work out reader, language and zone; the explicit language cookie wins for anonymous readers."""
        reader = reader_for(request.user, request.session.get(GUEST_SESSION_KEY))
        request.reader = reader  # type: ignore[attr-defined]
        if reader is not None and reader.user_id is not None:
            language = reader.language
        else:
            language = translation.get_language_from_request(request)
        zone = reader.zone if reader is not None else None
        with translation.override(language), timezone.override(zone):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", language)
            return response


