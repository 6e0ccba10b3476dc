"""Records visits and sets the device cookie."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import cast

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.queries import PageRequest, reader_for
from accounts.services.visits import Origin, record_visit

A_DAY = 24 * 3600  # seconds
DEVICE_COOKIE = "ampel_device"
DEVICE_LENGTH = 22  # 16 bytes in base64url
MATCH_PATH = re.compile(r"/matches/\d+/$")
DEVICE_COOKIE_AGE = 365 * 24 * 3600  # seconds


def client_address(request: HttpRequest) -> str:
    """Return the client's address behind the trusted proxies; empty if unknown."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return ""


class VisitMiddleware:
    """Records visits once per day and session (``accounts.services.visits``).

    Sets a device cookie for at most a year; visitors who neither log in nor play get none.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Record logins and views of match pages, after the response."""
        response = self.get_response(request)
        page = cast(PageRequest, request)
        at_table = page.reader is not None and MATCH_PATH.match(page.path)
        if at_table or (page.reader is None and page.user.is_authenticated):
            self._note(page, response)
        return response

    @staticmethod
    def _note(request: PageRequest, response: HttpResponse) -> None:
        """Record the visit unless this session has one today, and set the cookie.

        The cache remembers that: the session would cost three more queries. If the cache is lost,
        the visit is written again, which changes nothing.
        """
        now = timezone.now()
        reader = request.reader or reader_for(request.user, None)
        session = salted_hmac("visit", str(request.session.session_key)).hexdigest()
        visit = f"visit:{reader.pk if reader else 0}:{now.date()}:{session}"
        if reader is None or cache.get(visit):
            return
        device = request.COOKIES.get(DEVICE_COOKIE, "")
        if len(device) != DEVICE_LENGTH:
            device = secrets.token_urlsafe(16)
        record_visit(reader, Origin(client_address(request), device), now=now)
        cache.set(visit, 1, A_DAY)
        response.set_cookie(
            DEVICE_COOKIE,
            device,
            max_age=DEVICE_COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
