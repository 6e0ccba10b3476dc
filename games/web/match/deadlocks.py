"""The page shown if a transaction was rolled back because of a concurrent one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.queries import PageRequest
from games.services.errors import Refused, is_deadlock
from games.web.errors import render_refusal

logger = logging.getLogger(__name__)


class DeadlockMiddleware:
    """Shows “try again” instead of an error page after a deadlock."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the page and log where the deadlock occurred; None for other errors."""
        if not is_deadlock(error):
            return None
        logger.warning("gave way", exc_info=error)
        return render_refusal(cast(PageRequest, request), Refused("gave_way"))
