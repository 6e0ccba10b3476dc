"""Puts the reader (a Player) on the request, and the page into his language and zone."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from allauth.account.authentication import get_authentication_records
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode

from accounts.queries import PageRequest, reader_for

GUARDED = ("/admin/", "/referee/")
UNGUARDED = ("/admin/login/", "/admin/logout/")
GUEST_SESSION_KEY = "guest_player"
NAMELESS_MAY_SEE = ("/account/", "/admin/", "/api/", "/healthz", "/language/", "/settings/")


class ReaderMiddleware:
    """Sets ``request.reader``: the Player of the login, else the session's guest, else None.

    At most two queries: the session, and login and player joined; none without a session cookie.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Work out reader, language and zone; without a login the cookie's language counts."""
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
        """Send a login without a player (an operator, say) to the page asking for a name."""
        if not request.user.is_authenticated or request.reader is not None:
            return None
        if request.method not in {"GET", "HEAD"} or request.path.startswith(NAMELESS_MAY_SEE):
            return None
        query = urlencode({"next": request.get_full_path()})
        return redirect(f"{reverse('accounts:settings')}?{query}")


class SecondFactorMiddleware:
    """Lets referees and operators into their rooms only with the second factor of this session.

    Who has none is led to switch it on; who has not shown it in this session is asked for a code.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next handler."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Look at the guarded rooms only."""
        if not settings.SECOND_FACTOR or not request.path.startswith(GUARDED):
            return self.get_response(request)
        user = request.user
        holds_office = user.is_authenticated and (
            user.is_staff or getattr(user, "has_office", False)
        )
        if request.path.startswith(UNGUARDED) or not holds_office:
            return self.get_response(request)
        if not is_mfa_enabled(user):
            return self._lead(request, "mfa_activate_totp")
        shown = get_authentication_records(request, user)
        if not any(record.get("method") == "mfa" for record in shown):
            return self._lead(request, "mfa_reauthenticate")
        return self.get_response(request)

    @staticmethod
    def _lead(request: HttpRequest, page: str) -> HttpResponse:
        """Go to a page first, and then to what was asked for."""
        return redirect(f"{reverse(page)}?{urlencode({'next': request.get_full_path()})}")
