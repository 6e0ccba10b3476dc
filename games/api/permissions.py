"""Who may do what: everybody reads, players write."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request


class Nameless(APIException):
    """A login that has no player yet, so that there is nobody to sit down."""

    status_code = 403
    default_code = "no_player"
    default_detail = _("This login has no player name yet; choose one in the settings first.")


class ReadersWrite(BasePermission):
    """Everybody reads; whoever writes must be a player or a guest."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask for a reader where something would be written."""
        return request.method in SAFE_METHODS or _is_reader(request, view)


class ReadersOnly(BasePermission):
    """Only players and guests."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask for a reader."""
        return _is_reader(request, view)


def _is_reader(request: Request, view: Any) -> bool:
    """Whether a player asks; a login without one is told what is missing."""
    if view.reader is None and request.user is not None and request.user.is_authenticated:
        raise Nameless
    return view.reader is not None
