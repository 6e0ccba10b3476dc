"""Structured logs: JSON or plain lines, without personal data.

A request is logged by the name of its URL: its path may contain a signed token.
"""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from django.core.signals import got_request_exception
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars
from structlog.typing import Processor

log = structlog.get_logger("request")
EMAIL_PATTERN = re.compile(r"[^\s@\"'<>(){}\[\],;:=|\\]{1,64}@[^\s@\"'<>(){}\[\],;:=|\\]{1,255}")
SHARED_PROCESSORS: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def strip_addresses(_logger: object, _method: str, line: Any) -> str:
    """Remove e-mail addresses from a finished line.

    Errors of mail servers and databases quote them, even inside tracebacks.
    """
    return EMAIL_PATTERN.sub("[address]", line) if "@" in line else line


def configure(*, form: str, level: str, stamp: Path | None = None) -> dict[str, Any]:
    """Configure structlog, for lines in json or for the console; return Django's LOGGING.

    ``stamp`` is the file through which all processes share the rate limit on outage lines.
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_PROCESSORS,
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
            strip_addresses,
        ],
        "console": [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            ),
            strip_addresses,
        ],
    }
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "site": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": [remove, *ends[form]],
            }
        },
        "filters": {"outage": {"()": "config.running.outage_log.OutageLogThrottle", "stamp": stamp}}
        if stamp
        else {},
        "handlers": {
            "site": {
                "class": "logging.StreamHandler",
                "formatter": "site",
                "filters": ["outage"] if stamp else [],
            }
        },
        "root": {"handlers": ["site"], "level": level},
        "loggers": {
            "django": {"level": "INFO", "handlers": [], "propagate": True},
            # Our own lines say the same, without the path.
            "django.request": {"level": "CRITICAL", "handlers": [], "propagate": True},
            "django.security.csrf": {"level": "CRITICAL", "handlers": [], "propagate": True},
            "celery": {"level": "WARNING", "handlers": [], "propagate": True},
            "django.server": {"level": "WARNING", "handlers": [], "propagate": True},
        },
    }


class RequestLogMiddleware:
    """Gives every request an id, which all its lines carry, and logs its outcome."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        got_request_exception.connect(log_exception, dispatch_uid="log_exception")
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Log one line per request with its duration; polls only at level DEBUG."""
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
            **({"outage": True} if getattr(request, "database_is_away", False) else {}),
        )
        response.headers["X-Request-ID"] = identity
        clear_contextvars()
        return response

    @staticmethod
    def _level(status: int) -> Callable[..., object]:
        """Return the log method: debug for polls, warning for 503, error for other failures."""
        if status in {204, 304}:
            return log.debug  # type: ignore[no-any-return]
        if status < 500:
            return log.info  # type: ignore[no-any-return]
        return log.warning if status == 503 else log.error  # type: ignore[no-any-return]


def log_exception(**_: object) -> None:
    """Log the traceback of an uncaught error; Django responds with 500."""
    log.error("unhandled", exc_info=True)
