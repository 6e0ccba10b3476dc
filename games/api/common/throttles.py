"""Rate limits of the API, separate for reading and writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView


class RequestThrottle(SimpleRateThrottle):
    """Counts per player, or per address without one; allows everything while Redis is down."""

    def __init__(self) -> None:
        """The rate depends on the request, so it is set in `allow_request`."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.scope = "read" if request.method in SAFE_METHODS else "write"
        self.rate = str(api_settings.DEFAULT_THROTTLE_RATES[self.scope])
        self.num_requests, self.duration = self.parse_rate(self.rate)
        return bool(super().allow_request(request, view))

    def get_cache_key(self, request: Request, view: APIView) -> str:
        reader = getattr(view, "reader", None)
        who = f"player-{reader.pk}" if reader else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}
