"""The login: an e-mail address and a password, nothing that a result depends on."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Makes users by e-mail address; addresses are compared without regard to case."""

    def get_by_natural_key(self, username: str | None) -> User:
        """Find the user by address, whatever the case it was typed in."""
        return self.get(email__iexact=username)

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Make a user who may log in."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """Make an operator: staff with every permission."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person's login. Results hang on Player, so that a login may vanish without them."""

    email = models.EmailField(_("e-mail address"), unique=True)
    is_staff = models.BooleanField(_("operator"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    address_confirmed = models.BooleanField(
        _("address confirmed"),
        default=True,
        help_text=_("No letter about matches goes to an address whose owner has not confirmed it."),
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)  # noqa: TID251 (column default)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        """One address, one login, whatever the case."""

        constraints: ClassVar = [models.UniqueConstraint(Lower("email"), name="user_email_ci")]

    def __str__(self) -> str:
        """Show the address."""
        return self.email
