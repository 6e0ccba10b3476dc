"""The player: a person, guest or bot who plays matches."""

from __future__ import annotations

from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import naming


def validate_zone(value: str) -> None:
    """Refuse what is not an IANA time zone name."""
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError) as fault:
        raise ValidationError(
            _("“%(value)s” is not a time zone. Enter one like Europe/Berlin."),
            params={"value": value},
        ) from fault


def validate_name(value: str) -> None:
    """Refuse a name that the rules of naming refuse (a reserved one is the services' business)."""
    if naming.fault_in(value):
        raise ValidationError(
            _("Use only letters, digits, spaces and . ' - _, and begin with a letter or digit.")
        )


class Player(models.Model):
    """A name with language, zone and quiet hours; bots and guests have no login."""

    class Kind(models.TextChoices):
        """Who plays under the name."""

        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")

    # The roles as the request has read them; only its reader caches them (``keeps_roles``).
    keeps_roles = False
    kept_roles: frozenset[str] | None = None

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="player",
        verbose_name=_("login"),
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind, default=Kind.PERSON)
    name = models.CharField(
        _("name"),
        max_length=naming.LONGEST,
        validators=[validate_name],
    )
    name_key = models.CharField(_("name without case"), max_length=90, editable=False)
    about = models.CharField(_("about me"), max_length=500, blank=True)
    language = models.CharField(
        _("language"), max_length=2, choices=settings.LANGUAGES, default="en"
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="Europe/Berlin", validators=[validate_zone]
    )
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet hours to"), null=True, blank=True)
    rest_days = models.JSONField(
        _("days off"), default=list, blank=True, help_text=_("0 = Monday … 6 = Sunday; at most two")
    )
    country = models.CharField(
        _("country"), max_length=2, blank=True, help_text=_("whose public holidays count")
    )
    region = models.CharField(_("region"), max_length=10, blank=True)
    leave_until = models.DateField(
        _("leave until"),
        null=True,
        blank=True,
        help_text=_("the last day of any leave ever booked; later turns need not look for leave"),
    )
    created_at = models.DateTimeField(_("created"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name_key"], name="player_name_once"),
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | models.Q(quiet_from__isnull=False, quiet_to__isnull=False),
                name="player_quiet_hours_both",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Update the normalised name, whoever saves the row."""
        self.name_key = naming.key_of(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    @property
    def is_bot(self) -> bool:
        """Whether a program plays under this name."""
        return self.kind == self.Kind.BOT

    @property
    def is_guest(self) -> bool:
        """Whether somebody plays under this name without a login."""
        return self.kind == self.Kind.GUEST

    @property
    def zone(self) -> ZoneInfo:
        """The player's time zone."""
        return ZoneInfo(self.time_zone)

    @property
    def address(self) -> str | None:
        """The e-mail address; None without a login, when closed or while unconfirmed."""
        if self.user is None or self.closed_at or not self.user.address_confirmed:
            return None
        return self.user.email
