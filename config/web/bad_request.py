"""Responses to requests that Django refuses to parse: too large or malformed."""

from __future__ import annotations

from django.core.exceptions import (
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views import defaults

SIZE_ERRORS = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: SuspiciousOperation) -> HttpResponse:
    """Return 413 with a page for a form that is too large, else Django's plain 400."""
    if request.method == "POST" and isinstance(exception, SIZE_ERRORS):
        return render(request, "413.html", status=413)
    return defaults.bad_request(request, exception)
