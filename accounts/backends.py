"""The one way to log in: by e-mail address and password."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend
from django.db.models import Exists, OuterRef

from accounts.models import User


class LoginBackend(AuthenticationBackend):  # type: ignore[misc]
    """Checks the password as allauth does, and fetches login and player in one query."""

    def get_user(self, user_id: int) -> User | None:
        """Return the session's login with its player joined; None where it is inactive."""
        offices = User.groups.through.objects.filter(user=OuterRef("pk"))
        found = User.objects.select_related("player").annotate(has_office=Exists(offices))
        user = found.filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None
