"""URLs with a NUL character answer 404: the database cannot store one."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote_to_bytes

from django.http import Http404, HttpRequest, HttpResponse


class PlainAddressMiddleware:
    """Answers 404 if path or query of a page contain NUL, before it reaches the database.

    The API itself names the field of a query that makes no sense.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer 404 for URLs with NUL."""
        query = unquote_to_bytes(request.META.get("QUERY_STRING", ""))
        nul = "\0" in request.path or b"\0" in query
        if nul and not request.path.startswith("/api/"):
            raise Http404
        return self.get_response(request)
