"""The one way to log in: e-mail address and password, then the second factor where there is one."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ValidationError
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sealing import Unreadable, seal, unseal

FACTOR = "second_factor"


class LoginBackend(AuthenticationBackend):  # type: ignore[misc]
    """Checks the password as allauth does, and fetches login and player in one query."""

    def get_user(self, user_id: int) -> User | None:
        """Return the session's login with its player joined; None if it is inactive."""
        offices = User.groups.through.objects.filter(user=OuterRef("pk"))
        found = User.objects.select_related("player").annotate(has_office=Exists(offices))
        user = found.filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keeps the secrets of apps and recovery codes encrypted in the database."""

    def encrypt(self, text: str) -> str:
        """Encrypt a secret before it is stored."""
        return seal(text, purpose=FACTOR)

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret; report a SECRET_KEY that was changed without a fallback."""
        try:
            return unseal(encrypted_text, purpose=FACTOR)
        except Unreadable as fault:
            raise ValidationError(
                _(
                    "This second factor can no longer be read. Ask the operator of this site "
                    "to remove it, then set up a new one."
                )
            ) from fault
