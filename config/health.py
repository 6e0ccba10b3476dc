"""``/healthz``: tells a watchman whether letters leave, clocks are swept and the servers answer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from config import compiled
from games.queries import sweeper_lag
from notifications.queries import oldest_unsent

LETTER_LIMIT = timedelta(minutes=15)
SWEEP_LIMIT = timedelta(minutes=5)

log = structlog.get_logger(__name__)


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 when all is well and 503 when anything needs an operator; the body says what."""
    parts = {"database": database(), "broker": broker()}
    if parts["database"]["ok"]:
        parts |= lags(timezone.now())
    if compiled.in_use():
        parts["rules"] = {"ok": True, "compiled": True}
    unwell = {name: part for name, part in parts.items() if not part["ok"]}
    for name, part in unwell.items():
        log.error("unwell", part=name, **{key: part[key] for key in part if key != "ok"})
    return JsonResponse({"ok": not unwell, **parts}, status=503 if unwell else 200)


def lags(now: datetime) -> dict[str, dict[str, Any]]:
    """Tell how far behind the worker is: a hung one shows in what it leaves lying."""
    return {
        "letters": judged(oldest_unsent(now), LETTER_LIMIT),
        "sweeper": judged(sweeper_lag(now), SWEEP_LIMIT),
    }


def database() -> dict[str, Any]:
    """Ask the database for a number."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return {"ok": cursor.fetchone() == (1,), "vendor": connection.vendor}
    except Error as fault:
        log.warning("database_away", reason=type(fault).__name__)
        return {"ok": False, "reason": "the database does not answer"}


def broker() -> dict[str, Any]:
    """Ask the broker for a sign of life; without it letters and sweeps still run, but later."""
    options: dict[str, Any] = {"socket_timeout": 2, "retry": Retry(NoBackoff(), 0)}
    try:
        with Redis.from_url(settings.CACHE_URL, **options) as client:
            return {"ok": bool(client.ping())}
    except (RedisError, OSError):
        return {"ok": False, "reason": "the broker does not answer"}


def judged(lag: timedelta | None, limit: timedelta) -> dict[str, Any]:
    """Judge a lag against the longest that is still normal; None means that nothing waits."""
    lag = lag or timedelta(0)
    seconds = round(lag.total_seconds())
    return {"ok": lag <= limit, "seconds": seconds, "limit": round(limit.total_seconds())}
