"""The one way to log in: e-mail address and password, then the second factor where there is one."""

from __future__ import annotations

from urllib.parse import urlsplit

from allauth.account.auth_backends import AuthenticationBackend
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.compiled_queries import composed
from accounts.models import User
from accounts.queries import reader_facts
from accounts.secrets.encryption import Unreadable, decrypt, encrypt

FACTOR = "second_factor"


class LoginBackend(AuthenticationBackend):  # type: ignore[misc]
    """Checks the password as allauth does, and fetches login and player in one query."""

    def get_user(self, user_id: int) -> User | None:
        """Return the session's login with its player joined; None if it is inactive."""
        user = next(iter(_logins(int(user_id))), None)
        return user if user is not None and self.user_can_authenticate(user) else None


@composed
def _logins(user: int) -> QuerySet[User]:
    """Select a login with its player and how e-mails reach them, and whether it holds an office."""
    offices = User.groups.through.objects.filter(user=OuterRef("pk"))
    found = User.objects.select_related("player__email_settings")
    found = found.annotate(has_office=Exists(offices), **reader_facts("player"))
    return found.filter(pk=user)


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keeps the secrets of apps and recovery codes encrypted in the database."""

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Bind passkeys to the host of the site, under its name."""
        return {"id": urlsplit(settings.SITE_URL).hostname or "", "name": settings.SITE_NAME}

    def encrypt(self, text: str) -> str:
        return encrypt(text, purpose=FACTOR)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; report a SECRET_KEY that was changed without a fallback."""
        try:
            return decrypt(encrypted_text, purpose=FACTOR)
        except Unreadable as error:
            raise ValidationError(
                _(
                    "This second factor can no longer be read. Ask the operator of this site "
                    "to remove it, then set up a new one."
                )
            ) from error
