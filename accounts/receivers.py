"""Receivers for logins, confirmed addresses and changed credentials."""

from __future__ import annotations

import structlog
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    authentication_step_completed,
    email_changed,
    email_confirmed,
    password_changed,
    password_reset,
    user_logged_in,
)
from allauth.mfa.signals import authentication_failed, authenticator_added, authenticator_removed
from django.contrib.auth.signals import user_login_failed
from django.dispatch import Signal, receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from accounts.services import sessions
from accounts.services.registration import confirm_address

log = structlog.get_logger("accounts")
LOGGED_EVENTS = {
    authentication_step_completed: "authenticated",
    authentication_failed: "second factor failed",
    authenticator_added: "second factor added",
    authenticator_removed: "second factor removed",
    email_changed: "address changed",
    password_changed: "password changed",
    password_reset: "password reset",
    user_logged_in: "logged in",
}


@receiver(email_confirmed)
def record_confirmed_address(email_address: EmailAddress, **_kwargs: object) -> None:
    """Record that an address is confirmed, so that e-mails can be sent to it."""
    confirm_address(email_address.user)


@receiver(user_logged_in)
def confirm_address_on_login(user: User, **_kwargs: object) -> None:
    """Confirm the address at the login, which requires a verified one."""
    confirm_address(user)


@receiver(user_logged_in)
def record_new_session(user: User, request: HttpRequest, **_kwargs: object) -> None:
    """Record the new session, so that it is listed from the start."""
    key = request.session.session_key
    if key is not None:
        agent = request.META.get("HTTP_USER_AGENT", "")
        now = timezone.now()  # noqa: TID251 (at the login itself)
        sessions.record_session(user, key, agent, now=now)
        request.session[sessions.DAY_KEY] = sessions.get_day_marker(key, now)


@receiver(list(LOGGED_EVENTS))
def log_credential_change(signal: Signal, user: User, method: str = "", **_kwargs: object) -> None:
    """Log logins and changes of credentials by login id, never by address."""
    more = {"method": method} if method else {}
    log.info(LOGGED_EVENTS[signal], login=user.pk, **more)


@receiver(user_login_failed)
def log_failed_login(**_kwargs: object) -> None:
    """Log a failed login; the request id links it to the request's other lines."""
    log.warning("login failed")
