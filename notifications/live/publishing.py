"""Publishes changes after commit; without Redis nothing is published, and nothing fails."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from functools import cache

from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

RETRY_SECONDS = 10.0  # seconds without another attempt after a failure
_silent_until = 0.0
log = logging.getLogger(__name__)


@cache
def _redis(url: str) -> Redis:
    return Redis.from_url(
        url, socket_timeout=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0)
    )


def publish_on_commit(channels: Iterable[str]) -> None:
    """Notify open pages on these channels as soon as the transaction is committed."""
    if settings.LIVE_URL:
        names = [*dict.fromkeys(channels)]
        transaction.on_commit(lambda: publish(names), robust=True)


def publish(channels: Iterable[str]) -> None:
    """Notify open pages now; after a failure Redis is not tried again for a while."""
    global _silent_until  # noqa: PLW0603 (a hint of this process only: losing it costs nothing)
    if time.monotonic() < _silent_until:
        return
    try:
        with _redis(settings.CACHE_URL).pipeline(transaction=False) as pipe:
            for each in channels:
                pipe.publish(f"{settings.REDIS_PREFIX}live:{each}", b"")
            pipe.execute()
    except (RedisError, OSError) as error:
        _silent_until = time.monotonic() + RETRY_SECONDS
        log.warning("could not tell open pages: %s", error)
