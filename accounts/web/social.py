"""Logging in by an account elsewhere: what django-allauth decides otherwise, and its sign-up form.

An account elsewhere never opens a login of ours because both have the same address: its owner
connects the two while logged in. A new login asks for a name as the usual sign-up does, and needs
an address that the service has confirmed: otherwise a stranger could wait in the login that the
owner of the address takes over later.
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
    """Always asks for a name, and gives each refusal in the words of this site."""

    error_messages = {
        **DefaultSocialAccountAdapter.error_messages,
        "no_password": _("Set a password first, so that you can still log in."),
        "no_verified_email": _("Confirm your e-mail address first, so that you can still log in."),
        "connected_other": _("This account is already connected to another login."),
    }

    def is_auto_signup_allowed(self, _request: HttpRequest, _sociallogin: SocialLogin) -> bool:
        """Refuse: a player has a name, a time zone and a language."""
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
    """Name, zone and language of a new login; the address that a service has confirmed stays."""

    cleaned_data: dict[str, str]

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Make the address read-only if it needs no confirmation."""
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
        """Refuse an address that the service has not confirmed: its owner might be another."""
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
        """Create the login, one at a time per address; tell the owner of a known address."""
        registration.lock_address(self.cleaned_data["email"])
        if registration.is_registered_address(self.cleaned_data["email"]):
            self.account_already_exists = True
        # What the service says of other addresses is of no use here.
        address = self.cleaned_data["email"].lower()
        known = self.sociallogin.email_addresses
        self.sociallogin.email_addresses = [
            each for each in known if each.verified and each.email.lower() == address
        ]
        found: tuple[object, object] = super().try_save(request)
        return found


@receiver(pre_save, sender=SocialAccount, dispatch_uid="accounts.keep_no_profile")
def discard_profile(instance: SocialAccount, **_signal: object) -> None:
    """Keep the number alone of an account elsewhere, nothing that the service tells besides."""
    instance.extra_data = {}
