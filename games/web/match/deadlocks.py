"""Page for visitors whose transaction PostgreSQL aborted because of a concurrent one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse

from accounts.queries import PageRequest
from games.services.errors import Refused, is_deadlock
from games.web.errors import refusal_page

logger = logging.getLogger(__name__)


class DeadlockMiddleware:
    """Answers “try again” instead of an error if a transaction was aborted for another."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Turn this error into its page; the log says where it occurred."""
        if not is_deadlock(error):
            return None
        logger.warning("gave way", exc_info=error)
        return refusal_page(cast(PageRequest, request), Refused("gave_way"))
