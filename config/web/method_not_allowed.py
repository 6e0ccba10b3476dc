"""Addresses that only take forms, when somebody opens them; and methods that a page has no use for.

Somebody who types such an address, reloads after logging in or follows an old link is taken to the
page
that has the form: the nearest one above it in the address.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve

PROGRAMS = ("/api/", "/admin/", "/mail/", "/metrics", "/healthz")  # answer in their own way
NOT_ALLOWED = 405


class MethodMiddleware:
    """Answers a page's 405 with the way to the form, or with a page that says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Call the view; replace Django's bare 405."""
        response = self.get_response(request)
        if response.status_code != NOT_ALLOWED or request.path.startswith(PROGRAMS):
            return response
        if request.method in {"GET", "HEAD"}:
            return HttpResponseRedirect(page_above(request.path_info))
        return _not_allowed_page(request, response.headers.get("Allow", ""))


def page_above(path: str) -> str:
    """Return the nearest address above a path that the site has; the home page at last."""
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
    """Return a page that says so, with a link to what is here."""
    here = request.path if "GET" in allowed else page_above(request.path_info)
    response = render(request, "405.html", {"here": here}, status=NOT_ALLOWED)
    response.headers["Allow"] = allowed
    return response
