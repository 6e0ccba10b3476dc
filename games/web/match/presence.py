from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.queries import PageRequest
from games.services.match.undelivered import mark_player_present


class PresenceMiddleware:
    """Records visits, which end pauses for undelivered e-mails.

    Once before the view, for pages, and once after it, for API views that authenticate.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        page = cast(PageRequest, request)
        self._note(page)
        response = self.get_response(request)
        self._note(page)  # API views have authenticated the caller by now
        return response

    @staticmethod
    def _note(page: PageRequest) -> None:
        if page.reader is not None:
            mark_player_present(page.reader, now=timezone.now())
