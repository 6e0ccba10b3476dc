"""allauth's account adapter: its e-mails go through the outbox, and link to SITE_URL only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import get_next_redirect_url
from allauth.core import context as allauth_context, ratelimit
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.services.registration import is_taken_by_other_login, lock_address
from accounts.web.known_device import login_attempts_key, minutes_until_next_attempt
from notifications.services import rendering
from notifications.services.security import player_by_email, post_security

SECRETS = frozenset({"activate_url", "code", "key"})  # the names allauth uses for them
RESET, CONFIRMATION = "account/email/password_reset_key", "account/email/email_confirmation"
RATE_LIMIT_ACTIONS = {  # e-mails that strangers can trigger, and the rate limit of each
    RESET: "emails_to_address",
    "account/email/unknown_account": "emails_to_address",
    "account/email/account_already_exists": "emails_to_address",
    CONFIRMATION: "confirmations_to_address",
    "account/email/email_confirmation_signup": "confirmations_to_address",
}


def _can_send(request: HttpRequest, template_prefix: str, email: str) -> bool:
    """Whether an address may get one more e-mail of a kind that strangers can trigger.

    Each kind has its own limit, and all share another. The shared limit does not apply to password
    resets, nor to people who are logged in and confirm their own new address, so that strangers
    cannot shut them out.
    """
    action = RATE_LIMIT_ACTIONS.get(template_prefix)
    if action is None:
        return True
    common = {"action": "strangers_to_address", "key": email}
    own = template_prefix == CONFIRMATION and request.user.is_authenticated
    if template_prefix == RESET or own:
        common = {}
    if common and not ratelimit.consume(request, dry_run=True, **common):
        return False
    if not ratelimit.consume(request, action=action, key=f"{template_prefix}:{email}"):
        return False
    return not common or bool(ratelimit.consume(request, **common))


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sends login and sign-up e-mails through the outbox; chooses how to reauthenticate."""

    error_messages: ClassVar = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": gettext_lazy("The e-mail address or the password is wrong."),
    }

    def send_mail(self, template_prefix: str, email: str, context: Mapping[str, object]) -> None:
        """Render the text in the reader's language and write it to the outbox.

        E-mails that strangers can trigger are dropped beyond the limit; the links in earlier ones
        still work.
        """
        request = allauth_context.request
        if request is not None and not _can_send(request, template_prefix, email.lower()):
            return
        player = player_by_email(email)
        language = player.language if player else _page_language()
        filled = {
            "request": request,
            "email": email,
            "site_name": settings.SITE_NAME,
            **context,
            "signup_url": _absolute_url("account_signup"),
        }
        zone = player.zone if player else timezone.get_current_timezone()
        with translation.override(language), timezone.override(zone):
            subject = _render_text(f"{template_prefix}_subject.txt", filled)
            text = _render_text(f"{template_prefix}_message.txt", filled)
        now = timezone.now()  # noqa: TID251 (an entry point: allauth calls it from a request)
        subject, secret = " ".join(subject.split()), not SECRETS.isdisjoint(context)
        post_security(email, subject, text, language=language, now=now, secret=secret)

    def send_account_already_exists_mail(self, email: str) -> None:
        """Notify the owner of an address that somebody tried to sign up with it."""
        links = {"password_reset_url": _absolute_url("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, links)

    def get_email_confirmation_url(
        self, _request: HttpRequest, emailconfirmation: EmailConfirmationHMAC
    ) -> str:
        """Return the confirmation link on SITE_URL, whatever host was requested."""
        return _absolute_url("account_confirm_email", emailconfirmation.key)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; if several logins try to confirm the same, only one succeeds."""
        with transaction.atomic():
            lock_address(email_address.email)
            if not is_taken_by_other_login(email_address.email, email_address.user_id):
                return bool(super().confirm_email(request, email_address))
        words = {"email": email_address.email}
        failed = "account/messages/email_confirmation_failed.txt"
        self.add_message(request, messages.ERROR, failed, words)
        return False

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the reset link on SITE_URL, whatever host was requested."""
        uid, _dash, secret = key.partition("-")
        return _absolute_url("account_reset_password_from_key", uid, secret)

    def get_reauthentication_methods(self, user: User) -> list[dict[str, str]]:
        """Return the second factor if there is one, otherwise the password."""
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        factor = [each for each in methods if each["id"].startswith("mfa_")]
        factor.sort(key=lambda each: "webauthn" not in each["url"])  # its page offers the others
        return factor or methods

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: str) -> str:
        """Count attempts per address, separately for browsers known for it."""
        return login_attempts_key(request, credentials.get("email", ""))

    def pre_authenticate(self, request: HttpRequest, **credentials: str) -> None:
        """Refuse too many attempts, and say when the next one is possible."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError as error:
            key = self._get_login_attempts_cache_key(request, **credentials)
            minutes = minutes_until_next_attempt(request, key)
            raise ValidationError(
                ngettext(
                    "Too many failed login attempts. Try again in %(minutes)d minute.",
                    "Too many failed login attempts. Try again in %(minutes)d minutes.",
                    minutes,
                )
                % {"minutes": minutes},
                code="too_many_login_attempts",
            ) from error

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Go to the welcome page once, after the first login."""
        return _welcome_url(request.user) or str(super().get_login_redirect_url(request))

    def post_login(
        self, request: HttpRequest, user: User, *, redirect_url: str | None, **how: object
    ) -> HttpResponse:
        """Go to the welcome page first, then to where a new player was going."""
        goal = redirect_url or get_next_redirect_url(request) or ""
        redirect_url = _welcome_url(user, goal) or redirect_url
        answer: HttpResponse = super().post_login(request, user, redirect_url=redirect_url, **how)
        return answer

    def get_signup_redirect_url(self, _request: HttpRequest) -> str:
        """Go to the welcome page once the address is confirmed in the same browser."""
        return reverse("notifications:welcome")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """Go to the welcome page once, after the first address was confirmed."""
        usual = str(super().get_email_verification_redirect_url(email_address))
        return _welcome_url(email_address.user) or usual


def _welcome_url(user: object, goal: str = "") -> str:
    """Return the URL of the welcome page; empty if the player has completed or skipped it.

    It leads on to ``goal``, by default to where the player was going when they signed up, perhaps
    in another browser.
    """
    player, page = getattr(user, "player", None), reverse("notifications:welcome")
    if player is None or not player.welcome_due:
        return ""
    goal = player.welcome_goal if goal in {"", page} else goal
    if goal.startswith(page):
        return goal  # the welcome page itself
    return f"{page}?{urlencode({'next': goal})}" if goal else page


def _absolute_url(name: str, *args: str) -> str:
    """Return the absolute URL of a page, from SITE_URL and never from the request."""
    return settings.SITE_URL + reverse(name, args=args)


def _page_language() -> str:
    """Return the language of the page that caused the e-mail."""
    return (translation.get_language() or settings.LANGUAGE_CODE)[:2]


def _render_text(template: str, context: Mapping[str, object]) -> str:
    """Render plain text, without HTML escapes."""
    return rendering.render_template(template, context, escape=False).strip()
