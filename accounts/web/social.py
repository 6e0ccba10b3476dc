"""Logging in with third-party accounts: allauth's adapter and sign-up form.

A third-party account never opens an existing login merely because both have the same address: the
owner connects the two while logged in. A new login is asked for a name, and needs an address that
the service has confirmed: otherwise a stranger could keep access to a login that the owner of the
address takes over later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.forms import SignupForm
from allauth.socialaccount.models import SocialAccount, SocialApp
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.services import registration
from accounts.web.password_forms import PlainLabelsMixin

if TYPE_CHECKING:
    from allauth.socialaccount.models import SocialLogin


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """Always asks for a name, and uses this site's error messages."""

    error_messages = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Set a password first, so that you can still log in."),
        "no_verified_email": _("Confirm your e-mail address first, so that you can still log in."),
        "connected_other": _("This account is already connected to another login."),
    }

    def is_auto_signup_allowed(self, _request: HttpRequest, _sociallogin: SocialLogin) -> bool:
        """Refuse: a player needs a name, a time zone and a language."""
        return False

    def list_apps(
        self, _request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the providers of the settings, without a query."""
        return [
            SocialApp(provider=name, **app)
            for name, service in settings.SOCIAL_LOGIN.items()
            for app in service.get("APPS", ())
            if provider in (None, name) and client_id in (None, app["client_id"])
        ]


class SocialSignUpForm(PlainLabelsMixin, SignupForm):  # type: ignore[misc]
    """Sign-up with a third-party account; an address confirmed by the service cannot change."""

    cleaned_data: dict[str, str]

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Make the address read-only if the service has confirmed it."""
        super().__init__(*args, **kwargs)
        self.confirmed = next(
            (each.email for each in self.sociallogin.email_addresses if each.verified), ""
        )
        field = self.fields["email"]
        if self.confirmed:
            field.initial = self.initial["email"] = self.confirmed
            field.disabled = True
        self.order_fields(("email", "name", "time_zone", "language"))

    def clean(self) -> dict[str, str]:
        """Refuse an address that the service has not confirmed: it may be somebody else's."""
        found: dict[str, str] = super().clean()
        if not self.confirmed:
            raise ValidationError(
                _(
                    "This service has not confirmed an e-mail address for you. Sign up with a "
                    "password, then connect the account in your settings."
                )
            )
        return found

    @transaction.atomic
    def try_save(self, request: HttpRequest) -> tuple[object, object]:
        """Create the login, one at a time per address; notify the owner of a known address."""
        registration.lock_address(self.cleaned_data["email"])
        if registration.is_registered_address(self.cleaned_data["email"]):
            self.account_already_exists = True
        # Ignore other addresses that the service reports.
        address = self.cleaned_data["email"].lower()
        known = self.sociallogin.email_addresses
        self.sociallogin.email_addresses = [
            each for each in known if each.verified and each.email.lower() == address
        ]
        found: tuple[object, object] = super().try_save(request)
        return found


@receiver(pre_save, sender=SocialAccount, dispatch_uid="accounts.keep_no_profile")
def discard_profile(instance: SocialAccount, **_signal: object) -> None:
    """Store only the account number at the service, not the profile that it sends."""
    instance.extra_data = {}
