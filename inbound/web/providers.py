"""What e-mail providers report and hand in: the views of anymail, which answer junk with 400.

A provider tries again what is answered with 5xx; so only what is no error of its is answered so:
keys or packages that are missing here, an API that does not answer, a database that is away.
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

from inbound.web.amazon import BySns

RETRY_SECONDS: Final = 300
NOT_THEIRS = (SuspiciousOperation, AnymailImproperlyInstalled, AnymailAPIError, OSError)
log = logging.getLogger(__name__)


def patterns() -> list[URLPattern]:
    """Return the addresses of all providers that anymail knows, each guarded."""
    return [
        URLPattern(each.pattern, webhook_view(each.callback.view_class), name=each.name)
        for each in anymail.urls.urlpatterns
    ]


def strict_view(kind: Any) -> Any:
    """Return a view of anymail that refuses what it cannot read."""
    bases = (BySns, kind) if issubclass(kind, AmazonSESBaseWebhookView) else (kind,)

    class Careful(*bases):  # type: ignore[misc]
        def run_validators(self, request: HttpRequest) -> None:
            _call_or_refuse(super().run_validators, request)

        def parse_events(self, request: HttpRequest) -> list[Any]:
            return list(_call_or_refuse(super().parse_events, request) or ())

    return Careful


def _call_or_refuse(step: Callable[[HttpRequest], Any], request: HttpRequest) -> Any:
    """Take a step; whatever junk brings down there is a bad request."""
    try:
        return step(request)
    except NOT_THEIRS:
        raise
    except Exception as error:
        raise SuspiciousOperation(f"{request.path}: {error!r}"[:500]) from error


def webhook_view(kind: Any) -> Callable[..., HttpResponse]:
    """Return what serves a webhook."""
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
