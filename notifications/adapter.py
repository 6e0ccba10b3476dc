"""Django-allauth's hook: its e-mails go through the outbox, with links to this site alone."""

from __future__ import annotations

from collections.abc import Mapping

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.core import context as allauth_context
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from accounts.services.registration import hold_address, is_login_of_another
from notifications.services import rendering
from notifications.services.security import player_at, post_security

SECRETS = frozenset({"activate_url", "code", "key"})  # the names allauth uses for them


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sends login and sign-up e-mails through the outbox; decides which proof is asked for."""

    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, object]) -> None:
        """Render the text in the reader's language and write it to the outbox."""
        player = player_at(email)
        language = player.language if player else _page_language()
        filled = {
            "request": allauth_context.request,
            "email": email,
            "site_name": settings.SITE_NAME,
            **context,
            "signup_url": _address("account_signup"),
        }
        with translation.override(language):
            subject = _words(f"{template_prefix}_subject.txt", filled)
            text = _words(f"{template_prefix}_message.txt", filled)
        now = timezone.now()  # noqa: TID251 (an entry point: allauth calls it from a request)
        subject, secret = " ".join(subject.split()), not SECRETS.isdisjoint(context)
        post_security(email, subject, text, language=language, now=now, secret=secret)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of an address that somebody signed up with it, with links to this site."""
        links = {"password_reset_url": _address("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, links)

    def get_email_confirmation_url(
        self, _request: HttpRequest, emailconfirmation: EmailConfirmationHMAC
    ) -> str:
        """Return the link that confirms an address, whatever host was requested."""
        return _address("account_confirm_email", emailconfirmation.key)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address atomically; if several logins confirm the same, one succeeds."""
        with transaction.atomic():
            hold_address(email_address.email)
            if not is_login_of_another(email_address.email, email_address.user_id):
                return bool(super().confirm_email(request, email_address))
        words = {"email": email_address.email}
        failed = "account/messages/email_confirmation_failed.txt"
        self.add_message(request, messages.ERROR, failed, words)
        return False

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the link to a new password, whatever host was requested."""
        uid, _dash, secret = key.partition("-")
        return _address("account_reset_password_from_key", uid, secret)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, str]]:
        """Ask for the second factor if there is one, otherwise for the password."""
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        factor = [each for each in methods if each["id"].startswith("mfa_")]
        return factor or methods

    def _get_login_attempts_cache_key(self, _request: HttpRequest, **credentials: str) -> str:
        """Count attempts per address, whatever host was requested."""
        return f"login:{credentials.get('email', '').lower()}"


def _address(name: str, *args: str) -> str:
    """Return the full URL of a page, from SITE_URL and never from the request."""
    return settings.SITE_URL + reverse(name, args=args)


def _page_language() -> str:
    """Return the language of the page that caused the e-mail."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def _words(template: str, context: Mapping[str, object]) -> str:
    """Render plain text, without HTML escapes."""
    return rendering.fill(template, context, escape=False).strip()
