"""What is shown while the database is unreachable: copies of public pages, or a notice."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views import defaults

from games.services.errors import RETRY_SECONDS, Refused, is_database_down, is_deadlock
from games.services.wording import explaining

COPY_SECONDS = 3600  # how long a copy may be shown
RENEW_SECONDS = 60
COPIED_VIEWS = {
    "about",
    "conduct",
    "games:daily_archive",
    "games:home",
    "games:leaderboards",
    "games:lobby",
    "games:rules",
    "games:rules_index",
    "games:rules_orders",
    "imprint",
    "privacy",
    "tournaments:fame",
    "tournaments:index",
    "tournaments:tournament",
}
CSRF_TOKEN = re.compile(
    rb"""(csrfmiddlewaretoken" value="|X-CSRFToken": "|X-CSRFToken&quot;: &quot;)\w+"""
)


class StaleCopyMiddleware:
    """Stores copies of public pages as visitors see them, for use during an outage."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Store a copy of the response at most once a minute."""
        response = self.get_response(request)
        if _can_be_copied(request, response):
            key = _cache_key(request.path, response.headers["Content-Language"])
            if cache.add(f"{key}:fresh", 1, RENEW_SECONDS):
                page = CSRF_TOKEN.sub(rb"\1", response.content)
                now = timezone.now()
                cache.set(key, (page, now), COPY_SECONDS)
        return response


def _can_be_copied(request: HttpRequest, response: HttpResponse) -> bool:
    match = request.resolver_match
    return (
        request.method == "GET"
        and response.status_code == 200
        and match is not None
        and match.view_name in COPIED_VIEWS
        and not request.META.get("QUERY_STRING")
        and {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}.issuperset(request.COOKIES)
        and not response.streaming
    )


def _cache_key(path: str, language: str) -> str:
    return f"copy:{language}:{path}"


def server_error(request: HttpRequest) -> HttpResponse:
    """Handle uncaught errors: 503 if the database is down or deadlocked, else 500.

    JSON for the API, a page otherwise.
    """
    error = sys.exc_info()[1]
    if not is_database_down(error) and not (isinstance(error, Exception) and is_deadlock(error)):
        return _error_response(request)
    request.database_is_away = is_database_down(error)  # type: ignore[attr-defined]
    language = translation.get_language_from_request(request)
    with translation.override(language):
        response = _stale_copy(request, language) or _unavailable_response(request)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = language
    return response


def _error_response(request: HttpRequest) -> HttpResponse:
    if not request.path.startswith("/api/"):
        return defaults.server_error(request)
    detail = _("Something went wrong on our side. It has been logged.")
    return JsonResponse({"code": "error", "detail": detail}, status=500)


def _stale_copy(request: HttpRequest, language: str) -> HttpResponse | None:
    """Return the copy of a public page with a notice on top, or None."""
    if request.method not in {"GET", "HEAD"} or request.META.get("QUERY_STRING"):
        return None
    kept = cache.get(_cache_key(request.path, language))
    if kept is None:
        return None
    page, made_at = kept
    note = render_to_string("partials/copy_note.html", {"made_at": made_at})
    head, opening, rest = page.partition(b'<main id="content"')
    tag, end, body = rest.partition(b">")
    return HttpResponse(head + opening + tag + end + note.encode() + body)


def _unavailable_response(request: HttpRequest) -> HttpResponse:
    """Return 503 with a page, or with JSON for the API."""
    detail = explaining.explain(Refused("unavailable"))
    response: HttpResponse
    if request.path.startswith("/api/"):
        body = {"code": "unavailable", "detail": detail, "wait": RETRY_SECONDS}
        response = JsonResponse(body, status=503)
    else:
        response = HttpResponse(render_to_string("503.html", {"detail": detail}), status=503)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response
