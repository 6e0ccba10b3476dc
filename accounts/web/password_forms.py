"""Django-allauth's forms for new passwords, with a strength hint, and sign-up."""

from __future__ import annotations

import secrets
from typing import Any

from allauth.account import forms as allauth_forms
from django.conf import settings
from django.db import IntegrityError, transaction
from django.forms import Field
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.services import registration

HINT = {
    "data-strength-short": _("Too short: use at least 12 characters."),
    "data-strength-weak": _("Weak: easy to guess. Add another word."),
    "data-strength-fair": _("Fair. One more word makes it strong."),
    "data-strength-strong": _("Strong."),
}


class NewPassword:
    """Adds the hint to the new password's field; the page's script shows its strength."""

    fields: dict[str, Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Describe the field beside it, and for the script."""
        super().__init__(*args, **kwargs)
        field = self.fields["password1"]
        field.widget.attrs.update({name: str(words) for name, words in HINT.items()})
        field.widget.attrs["data-strength-without"] = settings.SITE_NAME
        field.help_text = _(
            "At least 12 characters. Several unrelated words are strong and easy to remember; "
            "your name, your address and common passwords are not."
        )


class ChangePasswordForm(NewPassword, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The old password and a new one."""


class SetPasswordForm(NewPassword, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """A first password."""


class ResetPasswordKeyForm(NewPassword, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, through the link in an e-mail."""


class SignUpForm(NewPassword, allauth_forms.SignupForm):  # type: ignore[misc]
    """Creates one account per address, also under concurrency, and reveals no existing ones."""

    cleaned_data: dict[str, str]

    def try_save(self, request: HttpRequest) -> tuple[object, object]:
        """Create the account; for a known address do the same work, roll it back, and notify it."""
        try:
            return self._make(request)
        except IntegrityError:  # if no lock held the others back
            if not registration.is_known(self.cleaned_data["email"]):
                raise
        self.account_already_exists = True
        found: tuple[object, object] = super().try_save(request)
        return found

    @transaction.atomic
    def _make(self, request: HttpRequest) -> tuple[object, object]:
        """Create the account, one at a time per address."""
        registration.hold_address(self.cleaned_data["email"])
        if registration.is_known(self.cleaned_data["email"]):
            self._waste(request)
            self.account_already_exists = True
        found: tuple[object, object] = super().try_save(request)
        return found

    def _waste(self, request: HttpRequest) -> None:
        """Do the work of a new account and roll it back, so that the answer takes as long."""
        told = self.cleaned_data
        self.cleaned_data = {**told, "email": f"{secrets.token_hex(12)}@nobody.invalid"}
        self.account_already_exists = False
        with transaction.atomic():
            self.save(request)
            transaction.set_rollback(True)
        self.cleaned_data = told
