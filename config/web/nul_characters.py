"""Returns 404 for URLs with a NUL character, which the database cannot store."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from django.http import Http404, HttpRequest, HttpResponse


class NulCharacterMiddleware:
    """Raises 404 if path or query of a page contain NUL, before it reaches the database.

    The API itself reports the field of the query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        query = unquote_to_bytes(request.META.get("QUERY_STRING", ""))
        nul = "\0" in request.path or b"\0" in query
        if nul and not request.path.startswith("/api/"):
            raise Http404
        return self.get_response(request)
