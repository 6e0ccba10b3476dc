"""allauth's forms with this site's labels; new passwords get a strength hint."""

from __future__ import annotations

import secrets

from allauth.account import forms as allauth_forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.forms import Field
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.services import registration

MAX_ADDRESS_LENGTH = 254  # characters, as in the column (RFC 3696, erratum 1690)
STRENGTH_ATTRIBUTES = {
    "data-strength-short": _("Too short: use at least 12 characters."),
    "data-strength-weak": _("Weak: easy to guess. Add another word."),
    "data-strength-fair": _("Fair. One more word makes it strong."),
    "data-strength-strong": _("Strong."),
}


class PlainLabelsMixin:
    """Uses this site's labels, and no placeholders that repeat them."""

    fields: dict[str, Field]

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in {"email", "login"}:
                field.label = _("E-mail address")
            if name == "email":
                _limit_length(field, MAX_ADDRESS_LENGTH)


def _limit_length(field: Field, most: int) -> None:
    """Refuse values that are too long for the column, with a readable message."""
    field.widget.attrs["maxlength"] = str(most)
    field.validators.append(MaxLengthValidator(most))


class NewPasswordMixin(PlainLabelsMixin):
    """Adds the help text, and the data for the page's password strength script."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["password1"]
        field.widget.attrs.update({name: str(words) for name, words in STRENGTH_ATTRIBUTES.items()})
        field.widget.attrs["data-strength-without"] = settings.SITE_NAME
        field.help_text = _(
            "At least 12 characters. Several unrelated words are strong and easy to remember; "
            "your name, your address and common passwords are not."
        )


class ReplacePasswordMixin(NewPasswordMixin):
    """Labels the password fields of a form that replaces a password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("New password (again)")
        if "oldpassword" in self.fields:
            self.fields["oldpassword"].label = _("Current password")


class LoginForm(PlainLabelsMixin, allauth_forms.LoginForm):  # type: ignore[misc]
    """Address and password."""


class ResetPasswordForm(PlainLabelsMixin, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """The address to which a link for a new password goes."""


class AddEmailForm(PlainLabelsMixin, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """Another address, used once it is confirmed."""


class ReauthenticateForm(PlainLabelsMixin, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """The password again, before a sensitive change."""


class ChangePasswordForm(ReplacePasswordMixin, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The old password and a new one."""


class SetPasswordForm(NewPasswordMixin, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    """A first password."""


class ResetPasswordKeyForm(ReplacePasswordMixin, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """A new password, through the link in an e-mail."""


class SignUpForm(NewPasswordMixin, allauth_forms.SignupForm):  # type: ignore[misc]
    """Creates at most one account per address, and does not reveal existing accounts."""

    cleaned_data: dict[str, str]

    def try_save(self, request: HttpRequest) -> tuple[object, object]:
        """Create the account; for a known address do the same work, and notify its owner."""
        try:
            return self._make(request)
        except IntegrityError:  # the lock does nothing on SQLite
            if not registration.is_registered_address(self.cleaned_data["email"]):
                raise
        self.account_already_exists = True
        found: tuple[object, object] = super().try_save(request)
        return found

    @transaction.atomic
    def _make(self, request: HttpRequest) -> tuple[object, object]:
        """Create the account while the address is locked."""
        registration.lock_address(self.cleaned_data["email"])
        if registration.is_registered_address(self.cleaned_data["email"]):
            self._simulate_signup(request)
            self.account_already_exists = True
        found: tuple[object, object] = super().try_save(request)
        return found

    def _simulate_signup(self, request: HttpRequest) -> None:
        """Do the work of a sign-up and roll it back, so that response times do not differ."""
        told = self.cleaned_data
        self.cleaned_data = {**told, "email": f"{secrets.token_hex(12)}@nobody.invalid"}
        self.account_already_exists = False
        with transaction.atomic():
            self.save(request)
            transaction.set_rollback(True)
        self.cleaned_data = told
