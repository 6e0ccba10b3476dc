"""Who is calling: a program with a key, or a page with its session."""

from __future__ import annotations

from typing import Any, cast

from django.utils import translation
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import SessionAuthentication, TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import queries

KEY_LENGTH = 40


class KeyAuthentication(TokenAuthentication):
    """``Authorization: Token <key>``; speaks the owner's language unless another is asked for."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return login and key, and make the login's player the reader of the request."""
        found = super().authenticate(request)
        if found is not None:
            page = cast(queries.PageRequest, request._request)  # noqa: SLF001 (DRF offers no other way)
            page.reader = queries.reader_for(found[0], None)
            if page.reader is not None and not request.META.get("HTTP_ACCEPT_LANGUAGE"):
                translation.activate(page.reader.language)
        return found

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        """Find the key's owner in one query; the same answer for every key that does not work."""
        well_formed = len(key) == KEY_LENGTH and key.isascii() and key.isalnum()
        token = queries.token_with(key) if well_formed else None
        if token is None or not token.user.is_active:
            raise AuthenticationFailed(
                _("This key does not work. Make a new one in your settings."), "bad_key"
            )
        return token.user, token


class PageAuthentication(SessionAuthentication):
    """The session of the pages, guests included; whoever writes proves that a page of ours asks."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """Return the session's login (anonymous for a guest), None where nobody is known."""
        page = cast(queries.PageRequest, request._request)  # noqa: SLF001 (DRF offers no other way)
        if page.reader is None and not page.user.is_authenticated:
            return None
        self.enforce_csrf(request)
        return page.user, None
