"""Structured logs: JSON lines for machines, coloured ones for people, no personal data in either.

A request is told by the name of its address, never by its path, for paths may hold signed tokens.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

import structlog
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars
from structlog.typing import Processor

log = structlog.get_logger("request")
SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def configure(*, form: str, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING; ``form`` is json or console."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    ends: dict[str, list[Processor]] = {
        "json": [
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
            ),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        "console": [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ],
    }
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "house": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [remove, *ends[form]],
            }
        },
        "handlers": {"house": {"class": "logging.StreamHandler", "formatter": "house"}},
        "root": {"handlers": ["house"], "level": level},
        "loggers": {
            "django": {"level": "INFO", "handlers": [], "propagate": True},
            # Our own lines say the same without the path.
            "django.request": {"level": "CRITICAL", "handlers": [], "propagate": True},
            "django.security.csrf": {"level": "CRITICAL", "handlers": [], "propagate": True},
            "celery": {"level": "WARNING", "handlers": [], "propagate": True},
            "django.server": {"level": "WARNING", "handlers": [], "propagate": True},
        },
    }


class RequestLogMiddleware:
    """Gives every request an id that all its lines carry, and tells how it ended."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next handler, and hear of faults wherever they happen."""
        got_request_exception.connect(tell_fault, dispatch_uid="tell_fault")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Time the request and write one line about it; quiet ones only at level DEBUG."""
        began = time.perf_counter()
        clear_contextvars()
        identity = secrets.token_hex(6)
        bind_contextvars(request_id=identity)
        response = self.get_response(request)
        match = request.resolver_match
        self._level(response.status_code)(
            "request",
            method=request.method,
            address=(match.view_name or match.route) if match else "unknown",
            status=response.status_code,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        response.headers["X-Request-ID"] = identity
        clear_contextvars()
        return response

    @staticmethod
    def _level(status: int) -> Callable[..., Any]:
        """Return the voice for a status: polls whisper, faults shout, "not now" only warns."""
        if status in {204, 304}:
            return log.debug  # type: ignore[no-any-return]
        if status < 500:
            return log.info  # type: ignore[no-any-return]
        return log.warning if status == 503 else log.error  # type: ignore[no-any-return]


def tell_fault(**_: Any) -> None:
    """Write the traceback of what nobody caught; Django answers with its page 500."""
    log.error("unhandled", exc_info=True)
