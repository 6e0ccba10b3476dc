"""Players who are here know what no e-mail could tell them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.queries import PageRequest
from games.services.match.undelivered import mark_player_present


class PresenceMiddleware:
    """Ends the credit for e-mails that did not arrive, before a page is read and after a key is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        page = cast(PageRequest, request)
        self._note(page)
        response = self.get_response(request)
        self._note(page)  # of the API: the view has found out who is calling
        return response

    @staticmethod
    def _note(page: PageRequest) -> None:
        if page.reader is not None:
            mark_player_present(page.reader, now=timezone.now())
