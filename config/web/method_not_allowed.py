"""Handles methods that a URL does not support.

People who type a URL that only takes forms, reload after logging in or follow an old link are
redirected to the nearest page above it, which has the form.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve

NON_PAGE_PATHS = ("/api/", "/admin/", "/mail/", "/metrics", "/healthz")  # have their own responses
NOT_ALLOWED = 405


class MethodMiddleware:
    """Replaces a page's 405 by a redirect to the form, or by a page that explains it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code != NOT_ALLOWED or request.path.startswith(NON_PAGE_PATHS):
            return response
        if request.method in {"GET", "HEAD"}:
            return HttpResponseRedirect(nearest_parent_page(request.path_info))
        return _not_allowed_page(request, response.headers.get("Allow", ""))


def nearest_parent_page(path: str) -> str:
    """Return the nearest existing URL above a path, "/" if there is no other."""
    parts = path.strip("/").split("/")
    for count in range(len(parts) - 1, 0, -1):
        above = f"/{'/'.join(parts[:count])}/"
        try:
            resolve(above)
        except Resolver404:
            continue
        return above
    return "/"


def _not_allowed_page(request: HttpRequest, allowed: str) -> HttpResponse:
    """Return a 405 page, with a link to a page that can be opened."""
    here = request.path if "GET" in allowed else nearest_parent_page(request.path_info)
    response = render(request, "405.html", {"here": here}, status=NOT_ALLOWED)
    response.headers["Allow"] = allowed
    return response
