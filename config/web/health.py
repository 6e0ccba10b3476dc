"""``/healthz``: whether e-mails are sent, flags are checked and the servers respond."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NotRequired, TypedDict

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

from games.queries import flag_lag
from inbound.queries import processing_lag, set_aside_count
from notifications.queries import oldest_unsent, undelivered_count

EMAIL_LIMIT = timedelta(minutes=15)
FLAG_LIMIT = timedelta(minutes=5)

log = structlog.get_logger(__name__)


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Return 200 if all is well, 503 if anything needs the operator; the body says what."""
    parts: dict[str, Mapping[str, object]] = {"database": database(), "broker": broker()}
    if parts["database"]["ok"]:
        parts |= lags(timezone.now())
    request.database_is_away = not parts["database"]["ok"]  # type: ignore[attr-defined]
    unwell = {name: part for name, part in parts.items() if not part["ok"]}
    for name, part in unwell.items():
        if name == "database":
            continue  # logged already
        log.error("unwell", part=name, **{key: part[key] for key in part if key != "ok"})
    return JsonResponse({"ok": not unwell, **parts}, status=503 if unwell else 200)


class Lag(TypedDict):
    """How long the oldest item has been waiting, in seconds, and the limit."""

    ok: bool
    seconds: int
    limit: int
    given_up: NotRequired[int]
    set_aside: NotRequired[int]


def lags(now: datetime) -> dict[str, Lag]:
    """Return the lags of the worker, which does not run or hangs if one is too long."""
    return {
        "emails": mail_lag(now),
        "incoming": incoming_lag(now),
        "flags": compare_lag(flag_lag(now), FLAG_LIMIT),
    }


def mail_lag(now: datetime) -> Lag:
    """Return the age of the oldest unsent e-mail, and how many failed (without bounces)."""
    part, given_up = compare_lag(oldest_unsent(now), EMAIL_LIMIT), undelivered_count()
    return {**part, "ok": part["ok"] and not given_up, "given_up": given_up}


def incoming_lag(now: datetime) -> Lag:
    """Return the age of the oldest unread e-mail, and how many could not be read lately."""
    part, aside = compare_lag(processing_lag(now), EMAIL_LIMIT), set_aside_count(now)
    return {**part, "ok": part["ok"] and not aside, "set_aside": aside}


def database() -> dict[str, object]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return {"ok": cursor.fetchone() == (1,), "vendor": connection.vendor}
    except Error as error:
        log.warning("database_away", reason=type(error).__name__, outage=True)
        return {"ok": False, "reason": "the database does not answer"}


def broker() -> dict[str, object]:
    """Ping the broker; without it e-mails and flag checks still run, but later."""
    retry = Retry(NoBackoff(), 0)
    try:
        with Redis.from_url(settings.CACHE_URL, socket_timeout=2, retry=retry) as client:
            return {"ok": bool(client.ping())}
    except (RedisError, OSError):
        return {"ok": False, "reason": "the broker does not answer"}


def compare_lag(lag: timedelta | None, limit: timedelta) -> Lag:
    """Compare a lag with its limit; None means that nothing is waiting."""
    lag = lag or timedelta(0)
    seconds = round(lag.total_seconds())
    return {"ok": lag <= limit, "seconds": seconds, "limit": round(limit.total_seconds())}
