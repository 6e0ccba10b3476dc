"""A span for every request, if OTEL_EXPORTER_OTLP_ENDPOINT is set."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse

from config.running import telemetry
from config.web.metrics import view_of


class TracingMiddleware:
    """Creates spans with the URL's name, method and status, never with a path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.tracer = telemetry.get_tracer("web")
        if self.tracer is None:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with self.tracer.start_as_current_span(
            "request", record_exception=False, set_status_on_exception=False
        ) as span:
            response = self.get_response(request)
            span.update_name(view_of(request))
            span.set_attribute("http.request.method", request.method)
            span.set_attribute("http.route", view_of(request))
            span.set_attribute("http.response.status_code", response.status_code)
        return response
