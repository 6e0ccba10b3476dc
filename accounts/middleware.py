"""Sets the reader (a Player) on the request and activates their language and zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode

from accounts.queries import PageRequest, reader_for

GUEST_SESSION_KEY = "guest_player"
PATHS_WITHOUT_PLAYER = (
    *("/account/", "/admin/", "/api/", "/conduct/", "/healthz", "/imprint/", "/language/"),
    *("/privacy/", "/settings/"),
)


class ReaderMiddleware:
    """Sets ``request.reader``: the Player of the login, else the session's guest, else None.

    At most two queries: the session, and login and player joined; none without a session cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Set the reader; activate their language and zone, or the language of the request."""
        page = cast(PageRequest, request)
        page.reader = reader_for(page.user, page.session.get(GUEST_SESSION_KEY))
        if page.reader is not None and page.user.is_authenticated:
            language = page.reader.language
        else:
            language = translation.get_language_from_request(page)
        zone = page.reader.zone if page.reader is not None else None
        with translation.override(language), timezone.override(zone):
            page.LANGUAGE_CODE = language
            response = self._name_page(page) or self.get_response(page)
            response.headers.setdefault("Content-Language", language)
            patch_vary_headers(response, ["Accept-Language"])
            return response

    @staticmethod
    def _name_page(request: PageRequest) -> HttpResponse | None:
        """Redirect a login without a player (such as an operator) to choose a name."""
        if not request.user.is_authenticated or request.reader is not None:
            return None
        if request.method not in {"GET", "HEAD"} or request.path.startswith(PATHS_WITHOUT_PLAYER):
            return None
        query = urlencode({"next": request.get_full_path()})
        return redirect(f"{reverse('accounts:settings')}?{query}")
