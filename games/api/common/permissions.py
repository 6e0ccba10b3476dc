"""Permissions: everybody reads, players write, keys do what their scope covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from games.api.common.base import ApiView


class Nameless(APIException):
    """A login without a player yet."""

    status_code = 403
    default_code = "no_player"
    default_detail = _("This login has no player name yet. Choose one in the settings first.")


class BeyondScope(APIException):
    """The API key's scope does not cover this."""

    status_code = 403
    default_code = "key_scope"

    def __init__(self, needs: str, has: str) -> None:
        super().__init__(
            _("This key has the scope “%(has)s”, but this request needs “%(needs)s”.")
            % {"has": has, "needs": needs}
        )
        self.params = {"needs": needs, "has": has}


def scope_for(method: str | None, view: Any) -> str:
    """Return the scope that an API key needs for a method of a view."""
    return "read" if method in SAFE_METHODS else str(view.writing_needs)


def require_scope(request: Request, view: ApiView) -> None:
    """Refuse what the API key of a request does not cover; a session covers everything."""
    key: Any = request.auth
    needs = scope_for(request.method, view)
    if key is not None and not key.covers(needs):
        raise BeyondScope(needs, key.scope)


class ReadersWrite(BasePermission):
    """Everybody may read; only players and guests may write."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask for a reader where something would be written."""
        return request.method in SAFE_METHODS or _is_reader(request, view)


class ReadersOnly(BasePermission):
    """Only players and guests."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return _is_reader(request, view)


def _is_reader(request: Request, view: ApiView) -> bool:
    """Whether a player asks; a login without one gets an error that says what is missing."""
    if view.reader is None and request.user is not None and request.user.is_authenticated:
        raise Nameless
    return view.reader is not None
