"""A Redis cache that tolerates outages: while the server is down, every lookup is a miss."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import structlog
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as Unreachable, TimeoutError as TooSlow

T = TypeVar("T")
RETRY_SECONDS = 5.0  # seconds without another attempt after a failure, so that pages stay fast
OUTAGE_ERRORS = (Unreachable, TooSlow, OSError)

log = structlog.get_logger(__name__)


class RedisOutage:
    """Whether the server is down for this process, and when to try again."""

    def __init__(self) -> None:
        self.away = False
        self.try_again_at = 0.0

    def shield(self, ask: Callable[[], T], instead: T) -> T:
        """Call ``ask``, or return ``instead`` while the server is down; log each change once."""
        if self.away and time.monotonic() < self.try_again_at:
            return instead
        try:
            answer = ask()
        except OUTAGE_ERRORS as error:
            if not self.away:
                log.warning("cache_away", reason=type(error).__name__)
            self.away, self.try_again_at = True, time.monotonic() + RETRY_SECONDS
            return instead
        if self.away:
            self.away = False
            log.warning("cache_back")
        return answer


redis_outage = RedisOutage()


class ForgivingRedisCache(RedisCache):
    """Django's RedisCache, except that losing the server costs speed and nothing else."""

    def add(
        self,
        key: object,
        value: object,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        """While the server is down, everything counts as added."""
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).add(key, value, timeout, version), True
        )

    def get(self, key: object, default: object | None = None, version: int | None = None) -> object:
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).get(key, default, version), default
        )

    def set(
        self,
        key: object,
        value: object,
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).set(key, value, timeout, version), None
        )

    def touch(
        self, key: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).touch(key, timeout, version), False
        )

    def delete(self, key: object, version: int | None = None) -> bool:
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).delete(key, version), False
        )

    def get_many(self, keys: Iterable[object], version: int | None = None) -> dict[object, object]:
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).get_many(keys, version), {}
        )

    def has_key(self, key: object, version: int | None = None) -> bool:
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).has_key(key, version), False
        )

    def incr(self, key: object, delta: int = 1, version: int | None = None) -> int:
        """While the server is down, every count starts again."""
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).incr(key, delta, version), delta
        )

    def set_many(
        self,
        data: Mapping[object, object],
        timeout: float | None = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> list[object]:
        """While the server is down, all keys count as not set."""
        return redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).set_many(dict(data), timeout, version),
            list(data),
        )

    def delete_many(self, keys: Iterable[object], version: int | None = None) -> None:
        redis_outage.shield(
            lambda: super(ForgivingRedisCache, self).delete_many(keys, version), None
        )

    def clear(self) -> None:
        """Delete our own keys only: the broker and other services may share the server."""
        redis_outage.shield(self._clear_own, None)

    def _clear_own(self) -> None:
        client = self._cache.get_client(None, write=True)
        keys = list(client.scan_iter(match=f"{self.key_prefix}:*", count=1000))
        if keys:
            client.delete(*keys)
