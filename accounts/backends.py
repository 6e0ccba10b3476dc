"""Login by e-mail address and password, then a second factor if there is one."""

from __future__ import annotations

from urllib.parse import urlsplit

from allauth.account.auth_backends import AuthenticationBackend
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.compiled_queries import compiled_query
from accounts.models import User
from accounts.queries import reader_annotations
from accounts.secrets.encryption import DecryptionError, decrypt, encrypt

FACTOR = "second_factor"


class LoginBackend(AuthenticationBackend):  # type: ignore[misc]
    """allauth's backend, but it loads login and player in one query."""

    def get_user(self, user_id: int) -> User | None:
        """Return the session's login with its player; None if it is inactive."""
        user = next(iter(_login_with_player(int(user_id))), None)
        return user if user is not None and self.user_can_authenticate(user) else None


@compiled_query
def _login_with_player(user: int) -> QuerySet[User]:
    """Select a login with its player, their e-mail settings, and whether it has a role."""
    offices = User.groups.through.objects.filter(user=OuterRef("pk"))
    found = User.objects.select_related("player__email_settings")
    found = found.annotate(has_office=Exists(offices), **reader_annotations("player"))
    return found.filter(pk=user)


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Encrypts TOTP secrets and recovery codes in the database."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Bind passkeys to the host of SITE_URL."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": settings.SITE_NAME}

    def encrypt(self, text: str) -> str:
        return encrypt(text, purpose=FACTOR)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. Raises ValidationError if SECRET_KEY changed without a fallback."""
        try:
            return decrypt(encrypted_text, purpose=FACTOR)
        except DecryptionError as error:
            raise ValidationError(
                _(
                    "This second factor can no longer be read. Ask the operator of this site "
                    "to remove it, then set up a new one."
                )
            ) from error
