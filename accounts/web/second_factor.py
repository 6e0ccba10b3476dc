"""Proof of identity before guarded pages and before changes to the login."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.reauthentication import suspend_request
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

GUARDED = ("/admin/", "/referee/")
UNGUARDED = ("/admin/login/", "/admin/logout/")
BEFORE_THE_PAGE = frozenset(
    {
        "mfa_activate_totp",
        "mfa_deactivate_totp",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
    }
)
BEFORE_THE_CHANGE = frozenset({"account_email", "accounts:keys"})
ASKS_FOR_THE_PASSWORD_ITSELF = frozenset(
    {"account_change_password", "account_set_password", "games:close_account"}
)


def factors_of(user: AbstractBaseUser | AnonymousUser) -> set[int]:
    """Return the ids of a login's second factors, including recovery codes."""
    return set(Authenticator.objects.filter(user_id=user.pk).values_list("pk", flat=True))


def has_shown(request: HttpRequest, factors: set[int]) -> bool:
    """Whether this session has shown one of these factors, at login or since."""
    records = get_authentication_records(request, request.user)
    return any(each.get("method") == "mfa" and each.get("id") in factors for each in records)


def has_proved_lately(request: HttpRequest, factors: set[int]) -> bool:
    """Whether a factor (or, without one, the password) was shown in the last minutes.

    A password given before somebody switched the factor on proves nothing any more.
    """
    earliest = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(
        each.get("reauthenticated")
        and each["at"] > earliest
        and (not factors or (each.get("method") == "mfa" and each.get("id") in factors))
        for each in get_authentication_records(request, request.user)
    )


class SecondFactorMiddleware:
    """Requires a second factor of referees and operators, shown in this session.

    Who has none is led to switch it on; who has not shown it in this session is asked for a code.
    Everybody is asked again before the login itself is changed: for the factor, or for the
    password if there is none.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Check guarded pages only."""
        if not settings.SECOND_FACTOR or not request.path_info.startswith(GUARDED):
            return self.get_response(request)
        user = request.user
        holds_office = user.is_authenticated and (
            user.is_staff or getattr(user, "has_office", False)
        )
        if request.path_info.startswith(UNGUARDED) or not holds_office:
            return self.get_response(request)
        factors = factors_of(user)
        if not factors:
            return _lead(request, "mfa_activate_totp")
        if not has_shown(request, factors):
            return _lead(request, "mfa_reauthenticate")
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Ask for proof before a change to the login; the submitted form is processed afterwards.

        The pages that take a password are redirected to instead: no password is kept in a session.
        """
        name = request.resolver_match.view_name if request.resolver_match else ""
        if not request.user.is_authenticated or not _is_sensitive(request, name):
            return None
        factors = factors_of(request.user)
        asks_itself = name in ASKS_FOR_THE_PASSWORD_ITSELF
        if (asks_itself and not factors) or has_proved_lately(request, factors):
            return None
        methods = get_adapter(request).get_reauthentication_methods(request.user)
        if not methods:  # neither password nor factor: the session came from a reset
            return None
        if asks_itself:
            return redirect(f"{methods[0]['url']}?{urlencode({'next': request.path})}")
        return suspend_request(request, methods[0]["url"])  # type: ignore[no-any-return]


def _is_sensitive(request: HttpRequest, name: str) -> bool:
    """Whether a request shows or changes how somebody logs in."""
    if name in BEFORE_THE_CHANGE:
        return request.method not in {"GET", "HEAD", "OPTIONS"}
    return name in BEFORE_THE_PAGE or name in ASKS_FOR_THE_PASSWORD_ITSELF


def _lead(request: HttpRequest, page: str) -> HttpResponse:
    """Redirect to a page that then continues to the requested one."""
    return redirect(f"{reverse(page)}?{urlencode({'next': request.get_full_path()})}")
