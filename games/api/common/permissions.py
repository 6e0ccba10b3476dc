"""Permissions: everybody reads, players write, API keys are limited by their scope."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

if TYPE_CHECKING:
    from games.api.common.base import ApiView


class PlayerRequired(APIException):
    """A login without a player."""

    status_code = 403
    default_code = "no_player"
    default_detail = _("This login has no player name yet. Choose one in the settings first.")


class InsufficientScope(APIException):
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
    return "read" if method in SAFE_METHODS else str(view.writing_needs)


def require_scope(request: Request, view: ApiView) -> None:
    """Raise InsufficientScope unless the API key covers the method; sessions cover everything."""
    key: Any = request.auth
    needs = scope_for(request.method, view)
    if key is not None and not key.covers(needs):
        raise InsufficientScope(needs, key.scope)


class IsPlayerOrReadOnly(BasePermission):
    """Everybody may read; only players and guests may write."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or _is_reader(request, view)


class IsPlayer(BasePermission):
    """Only players and guests."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return _is_reader(request, view)


def _is_reader(request: Request, view: ApiView) -> bool:
    """Whether the request is from a player; Nameless for a login without one."""
    if view.reader is None and request.user is not None and request.user.is_authenticated:
        raise PlayerRequired
    return view.reader is not None
