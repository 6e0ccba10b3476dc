"""DRF authentication by API key, or by session for requests of the site's own pages."""

from __future__ import annotations

from typing import cast

from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import (
    BaseAuthentication,
    SessionAuthentication,
    get_authorization_header,
)
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import queries
from accounts.services import keys

SCHEMES = {b"bearer", b"token"}
HEADER_PARTS = 2


class ApiKeyAuthentication(BaseAuthentication):
    """``Authorization: Bearer <key>`` (or ``Token``); ``request.auth`` is the key.

    The response is in the owner's language unless the request sends Accept-Language.
    """

    def authenticate(self, request: Request) -> tuple[object, object] | None:
        """Return the login and the key, and set the login's player as ``request.reader``."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in SCHEMES:
            return None
        secret = parts[1].decode("latin-1") if len(parts) == HEADER_PARTS else ""
        key = keys.authenticate_key(secret, now=timezone.now())
        if key is None:  # the same response for every invalid key
            raise AuthenticationFailed(
                _("This key does not work. Make a new one in your settings."), "bad_key"
            )
        page = cast(queries.PageRequest, request._request)  # noqa: SLF001 (DRF offers no other way)
        page.reader = queries.reader_for(key.user, None)
        if page.reader is not None and not request.META.get("HTTP_ACCEPT_LANGUAGE"):
            translation.activate(page.reader.language)
        return key.user, key

    def authenticate_header(self, _request: Request) -> str:
        return "Token"


class PageAuthentication(SessionAuthentication):
    """Session authentication, guests included; writing requires a CSRF token."""

    def authenticate(self, request: Request) -> tuple[object, object] | None:
        """Return the session's login (AnonymousUser for a guest); None without a reader."""
        page = cast(queries.PageRequest, request._request)  # noqa: SLF001 (DRF offers no other way)
        if page.reader is None and not page.user.is_authenticated:
            return None
        self.enforce_csrf(request)
        return page.user, None
