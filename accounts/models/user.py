"""The login: e-mail address and password; no result depends on it."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Creates and finds users by e-mail address, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(email__iexact=username)

    def create_user(self, email: str, password: str | None = None, **fields: object) -> User:
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> User:
        """Create an operator: staff with every permission and a confirmed address.

        The address counts as confirmed because anybody who can run commands on the server is
        trusted.
        """
        from allauth.account.models import EmailAddress

        with transaction.atomic():
            user = self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user


class User(AbstractBaseUser, PermissionsMixin):
    """A person's login. Results belong to Player, so a login can be deleted."""

    email = models.EmailField(_("e-mail address"), unique=True)
    is_staff = models.BooleanField(_("operator"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    address_confirmed = models.BooleanField(
        _("address confirmed"),
        default=True,
        help_text=_("No e-mails about matches are sent to an address that has not been confirmed."),
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)  # noqa: TID251 (column default)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(Lower("email"), name="user_email_ci")]

    def __str__(self) -> str:
        return self.email

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Revoke all API keys when the password changes.

        Django keeps a new password in ``_password`` until it is saved, but clears it when it only
        upgrades the hash.
        """
        changed = self.pk is not None and getattr(self, "_password", None) is not None
        super().save(*args, **kwargs)
        if changed:
            self.api_keys.all().delete()
