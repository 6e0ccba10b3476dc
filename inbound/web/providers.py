"""Webhooks of e-mail providers: anymail's views, which answer invalid input with 400.

Providers retry after 5xx, so that is only for our own problems: missing keys or packages, an
unreachable API or database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import anymail.urls
from anymail.exceptions import AnymailAPIError, AnymailImproperlyInstalled
from anymail.webhooks.amazon_ses import AmazonSESBaseWebhookView
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from django.views.decorators.csrf import csrf_exempt

from inbound.web.amazon import SnsWebhookView

RETRY_SECONDS: Final = 300
OWN_ERRORS = (SuspiciousOperation, AnymailImproperlyInstalled, AnymailAPIError, OSError)
log = logging.getLogger(__name__)


def webhook_patterns() -> list[URLPattern]:
    """Return anymail's URL patterns, each with a guarded view."""
    return [
        URLPattern(each.pattern, webhook_view(each.callback.view_class), name=each.name)
        for each in anymail.urls.urlpatterns
    ]


def strict_view(kind: Any) -> Any:
    """Return a subclass of an anymail view that rejects unreadable input."""
    bases = (SnsWebhookView, kind) if issubclass(kind, AmazonSESBaseWebhookView) else (kind,)

    class Careful(*bases):  # type: ignore[misc]
        def run_validators(self, request: HttpRequest) -> None:
            _call_or_refuse(super().run_validators, request)

        def parse_events(self, request: HttpRequest) -> list[Any]:
            return list(_call_or_refuse(super().parse_events, request) or ())

    return Careful


def _call_or_refuse(step: Callable[[HttpRequest], Any], request: HttpRequest) -> Any:
    """Run a step; unexpected exceptions mean a bad request."""
    try:
        return step(request)
    except OWN_ERRORS:
        raise
    except Exception as error:
        raise SuspiciousOperation(f"{request.path}: {error!r}"[:500]) from error


def webhook_view(kind: Any) -> Callable[..., HttpResponse]:
    """Return the view function of a webhook; 503 for problems of this site."""
    view = strict_view(kind).as_view()

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *parts: Any) -> HttpResponse:
        try:
            return view(request, *parts)  # type: ignore[no-any-return]
        except (ImproperlyConfigured, AnymailAPIError, OSError) as error:
            log.warning("%s cannot be served: %s", request.path, error)
            later = {"Retry-After": str(RETRY_SECONDS)}
            text = "Not set up here, or not reachable; try again later.\n"
            return HttpResponse(text, "text/plain", 503, headers=later)

    return answer
