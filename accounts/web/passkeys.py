"""allauth's forms for passkeys and codes, with this site's labels."""

from __future__ import annotations

from allauth.mfa.base import forms as code_forms
from allauth.mfa.webauthn import forms as allauth_forms
from django.core.exceptions import ValidationError
from django.forms import CharField, Form
from django.utils.translation import gettext_lazy as _

from accounts.naming import has_controls
from accounts.web.password_forms import PlainLabelsMixin

MAX_NAME_LENGTH = 40


class AddPasskeyForm(allauth_forms.AddWebAuthnForm):  # type: ignore[misc]
    """A name for the passkey, and whether it replaces the password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _name(self)
        alone = self.fields["passwordless"]
        alone.label = _("Log in with this passkey alone, without my password")
        alone.initial = True
        alone.help_text = _(
            "Your device will ask for your fingerprint, face or PIN. Otherwise you use the "
            "passkey after your password."
        )


class RenamePasskeyForm(allauth_forms.EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        _name(self)


class AuthenticateForm(PlainLabelsMixin, code_forms.AuthenticateForm):  # type: ignore[misc]
    """The code of the second factor, after the password."""


class ReauthenticateForm(PlainLabelsMixin, code_forms.ReauthenticateForm):  # type: ignore[misc]
    """The code again, before a sensitive change."""


def _validate_no_controls(name: str) -> None:
    if has_controls(name):
        raise ValidationError(_("Remove the control characters from this line."))


def _name(form: Form) -> None:
    field = form.fields["name"]
    assert isinstance(field, CharField)
    field.label = _("Name")
    field.help_text = _("So you can recognise it later, for example “phone” or “laptop”.")
    field.max_length = MAX_NAME_LENGTH
    field.validators.append(_validate_no_controls)
    field.widget.attrs.update({"maxlength": MAX_NAME_LENGTH, "autocomplete": "off"})
