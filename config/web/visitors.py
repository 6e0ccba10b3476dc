"""Pages that are the same for everybody without a login: shared caches may keep them briefly.

Only these responses are public: 200 to a GET for one of the public views, from a browser that sends
no cookie but its language (and a CSRF token, which is not used). Everything else is private unless
its view says otherwise. Public pages contain no token and set no cookie; their forms are protected
by the browser's ``Origin`` header (``OriginMiddleware``).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers

from config.web.database_down import COPIED_VIEWS
from games import match_queries

SHARED_MAX_AGE = 10  # how long a shared cache may show a page without asking again
PUBLIC_VIEWS = COPIED_VIEWS | {
    *(
        "games:live_board",
        "games:match",
        "games:match_embed",
        "games:match_ledger",
        "games:match_pgn",
        "games:match_picture",
    ),
    "games:player",
    *("referees:precedents", "tournaments:boards_csv", "tournaments:json", "tournaments:lots"),
    *("tournaments:lots_record", "tournaments:table_csv", "tournaments:trf", "tournaments:dates"),
    *("tournaments:embed", "tournaments:news_feed"),
}
ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)
VARY = ("Accept-Language", "Cookie", "HX-Request")
CSRF_TOKEN = re.compile(
    rb'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">'
    rb"""|(?<=X-CSRFToken": ")\w+|(?<=X-CSRFToken&quot;: &quot;)\w+"""
)


class VisitorMiddleware:
    """Sets cache headers, stores copies of public pages, and returns 304 without a view."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Return a stored copy, or call the view and set the cache headers."""
        if not _is_visitor(request) or not _names_public_page(request):
            return _make_private(self.get_response(request))
        key = _cache_key(request) if settings.VISITOR_COPIES else None
        kept = cache.get(key) if key else None
        if kept is not None:
            copy = HttpResponse(kept[0], headers=kept[1])
            return _apply_conditional_get(request, _apply_policy(copy, kept[2]))
        response = self.get_response(request)
        if not _can_be_public(request, response):
            return _make_private(response)
        page = _make_public(response)
        if key:
            kept = (page.content, {**page.headers}, _view_policy(page))
            cache.set(key, kept, SHARED_MAX_AGE)
        return _apply_conditional_get(request, page)


def _is_visitor(request: HttpRequest) -> bool:
    """Whether the request identifies nobody."""
    harmless = {settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME}
    return (
        request.method in {"GET", "HEAD"}
        and harmless.issuperset(request.COOKIES)
        and "HTTP_AUTHORIZATION" not in request.META
    )


def _names_public_page(request: HttpRequest) -> bool:
    try:
        return resolve(request.path_info).view_name in PUBLIC_VIEWS
    except Resolver404:
        return False


def _cache_key(request: HttpRequest) -> str | None:
    """Return the cache key of a copy; None for URLs with a query, as they are unlimited.

    The key of a match includes its version.
    """
    if request.META.get("QUERY_STRING"):
        return None
    version = ""
    match = resolve(request.path_info)
    if match.view_name is not None and match.view_name.startswith("games:match"):
        found = match_queries.version_of(None, match.kwargs["pk"])
        if found is None:
            return None
        version = found.text
    language = translation.get_language_from_request(request)
    fragment = "HX-Request" in request.headers
    parts = (request.get_host(), request.path, language, version, str(fragment))
    return f"visitor:{blake2b('|'.join(parts).encode(), digest_size=16).hexdigest()}"


def _can_be_public(request: Any, response: HttpResponseBase) -> bool:
    """Whether a response to a visitor is the same for all of them."""
    return (
        response.status_code == 200
        and not response.streaming
        and not getattr(request, "database_is_away", False)
        and getattr(request, "reader", None) is None
        and not request.user.is_authenticated
        and request.session.is_empty()
        and {settings.CSRF_COOKIE_NAME}.issuperset(response.cookies)
    )


def _make_public(response: Any) -> HttpResponse:
    """Remove the CSRF tokens and the cookie; set Cache-Control and ETag."""
    response.cookies.pop(settings.CSRF_COOKIE_NAME, None)
    response.content = CSRF_TOKEN.sub(b"", response.content)
    response.headers["Content-Length"] = str(len(response.content))
    response.headers.pop("Expires", None)
    response.headers["Cache-Control"] = f"public, max-age=0, s-maxage={SHARED_MAX_AGE}"
    response.headers["ETag"] = f'"{blake2b(response.content, digest_size=12).hexdigest()}"'
    patch_vary_headers(response, VARY)
    page: HttpResponse = response
    return page


def _apply_conditional_get(request: HttpRequest, response: HttpResponse) -> HttpResponseBase:
    """Return 304 if the browser already has this page."""
    answer = get_conditional_response(request, etag=response.headers["ETag"], response=response)
    return response if answer is None else _apply_policy(answer, _view_policy(response))


def _view_policy(response: HttpResponseBase) -> object:
    """Return the content security policy that the view has set, or None for the site's."""
    return getattr(response, "_csp_replace", None)


def _apply_policy(response: ResponseT, policy: object) -> ResponseT:
    """Set the content security policy of the view on a response."""
    if policy is not None:
        vars(response)["_csp_replace"] = policy
    return response


def _make_private(response: HttpResponseBase) -> HttpResponseBase:
    """Forbid shared caching unless the response has its own Cache-Control."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


class OriginMiddleware(CsrfViewMiddleware):
    """Accepts visitors' forms without a token if the browser names this site as their origin.

    Without a session a forged form can abuse nothing, and no script can forge the ``Origin`` that
    browsers send with every form. With a session a token is still needed.
    """

    def process_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if settings.SESSION_COOKIE_NAME not in request.COOKIES and _has_own_origin(request):
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]  # noqa: SLF001
        return super().process_view(request, *args, **kwargs)


def _has_own_origin(request: HttpRequest) -> bool:
    """Whether the Origin header names this site."""
    origin = request.headers.get("Origin")
    return origin in {
        f"{request.scheme}://{request.get_host()}",
        *settings.CSRF_TRUSTED_ORIGINS,
    }
