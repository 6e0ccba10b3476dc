"""Middleware that asks for proof of identity before guarded pages and changes to the login."""

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
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django.contrib.auth.models import AnonymousUser

GUARDED_PATHS = ("/admin/", "/referee/")
UNGUARDED_PATHS = ("/admin/login/", "/admin/logout/")
VIEWS_PROVED_ON_OPEN = frozenset(
    {
        "mfa_activate_totp",
        "mfa_deactivate_totp",
        "mfa_view_recovery_codes",
        "mfa_generate_recovery_codes",
        "mfa_download_recovery_codes",
        "mfa_add_webauthn",
        "mfa_remove_webauthn",
        "mfa_edit_webauthn",
    }
)
VIEWS_PROVED_ON_POST = frozenset(
    {"account_email", "accounts:keys", "export", "socialaccount_connections"}
)
VIEWS_ASKING_PASSWORD = frozenset(
    {"account_change_password", "account_set_password", "games:close_account"}
)


def factor_ids(user: AbstractBaseUser | AnonymousUser) -> set[int]:
    """Return the ids of a login's second factors, including recovery codes."""
    return set(Authenticator.objects.filter(user_id=user.pk).values_list("pk", flat=True))


def has_used_factor(request: HttpRequest, factors: set[int]) -> bool:
    """Whether one of these factors was used in this session."""
    records = get_authentication_records(request, request.user)
    return any(each.get("method") == "mfa" and each.get("id") in factors for each in records)


def has_recently_reauthenticated(request: HttpRequest, factors: set[int]) -> bool:
    """Whether the user has recently reauthenticated, with a factor if there is one.

    A password entered before the factor was set up does not count.
    """
    earliest = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    return any(
        each.get("reauthenticated")
        and each["at"] > earliest
        and (not factors or (each.get("method") == "mfa" and each.get("id") in factors))
        for each in get_authentication_records(request, request.user)
    )


class SecondFactorMiddleware:
    """Requires a second factor of referees and operators, used in this session.

    Those without one are sent to set it up, those who have not used it to enter a code. Everybody
    must reauthenticate before changing the login itself: with the factor, or with the password if
    there is none.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECOND_FACTOR or not request.path_info.startswith(GUARDED_PATHS):
            return self.get_response(request)
        user = request.user
        holds_office = user.is_authenticated and (
            user.is_staff or getattr(user, "has_office", False)
        )
        if request.path_info.startswith(UNGUARDED_PATHS) or not holds_office:
            return self.get_response(request)
        factors = factor_ids(user)
        if not factors:
            return _redirect_with_next(request, "mfa_activate_totp")
        if not has_used_factor(request, factors):
            methods = get_adapter(request).get_reauthentication_methods(user)
            return _redirect_with_next(
                request, methods[0]["url"] if methods else "mfa_reauthenticate"
            )
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Reauthenticate before a change to the login; the form is processed afterwards.

        Pages that ask for a password get a redirect instead, so that no password is stored in a
        session.
        """
        name = request.resolver_match.view_name if request.resolver_match else ""
        if not request.user.is_authenticated or not _is_sensitive(request, name):
            return None
        factors = factor_ids(request.user)
        if not factors and not request.user.has_usable_password():
            return (
                None if has_recently_authenticated(request) else _log_out_to_reauthenticate(request)
            )
        asks_itself = name in VIEWS_ASKING_PASSWORD
        if (asks_itself and not factors) or has_recently_reauthenticated(request, factors):
            return None
        methods = get_adapter(request).get_reauthentication_methods(request.user)
        if not methods:  # neither password nor factor: the session came from a reset
            return None
        if asks_itself:
            return redirect(f"{methods[0]['url']}?{urlencode({'next': request.path})}")
        return suspend_request(request, methods[0]["url"])  # type: ignore[no-any-return]


def has_recently_authenticated(request: HttpRequest) -> bool:
    """Whether the session has recently begun or been reauthenticated."""
    earliest = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    records = get_authentication_records(request, request.user)
    return any(each["at"] > earliest for each in records)


def _log_out_to_reauthenticate(request: HttpRequest) -> HttpResponse:
    """Log out a login with neither password nor factor: only logging in can prove it."""
    logout(request)
    messages.info(request, _("Please log in again before you change your login settings."))
    return redirect(f"{settings.LOGIN_URL}?{urlencode({'next': request.path})}")


def _is_sensitive(request: HttpRequest, name: str) -> bool:
    """Whether a request shows or changes how somebody logs in."""
    if name in VIEWS_PROVED_ON_POST or _connects_account(request, name):
        return request.method not in {"GET", "HEAD", "OPTIONS"}
    return name in VIEWS_PROVED_ON_OPEN or name in VIEWS_ASKING_PASSWORD


def _connects_account(request: HttpRequest, name: str) -> bool:
    """Whether a request connects a third-party account, which can then be used to log in."""
    asked = {request.GET.get("process"), request.POST.get("process")}
    return name.endswith("_login") and "connect" in asked


def _redirect_with_next(request: HttpRequest, page: str) -> HttpResponse:
    """Redirect to a page that afterwards leads back to the requested one."""
    address = page if page.startswith("/") else reverse(page)
    return redirect(f"{address}?{urlencode({'next': request.get_full_path()})}")
