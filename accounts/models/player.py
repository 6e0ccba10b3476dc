"""The player: a person, guest or bot who plays matches."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts import naming

MAX_GOAL_LENGTH = 1000  # characters of a URL


def validate_zone(value: str) -> None:
    """Raise ValidationError unless the value is an IANA time zone name."""
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError) as error:
        raise ValidationError(
            _("“%(value)s” is not a time zone. Enter one like Europe/Berlin."),
            params={"value": value},
        ) from error


def validate_name(value: str) -> None:
    """Raise ValidationError if ``naming`` rejects the name; services check reserved names."""
    if naming.name_error(value):
        raise ValidationError(
            _("Use only letters, digits, spaces and . ' - _, and begin with a letter or digit.")
        )


class Player(models.Model):
    """A name with language, zone and quiet hours; bots and guests have no login."""

    class Kind(models.TextChoices):
        PERSON = "person", _("person")
        GUEST = "guest", _("guest")
        BOT = "bot", _("bot")

    class Audience(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        MEMBERS = "members", _("people who are logged in")
        FRIENDS = "friends", _("players I follow")

    class Challengers(models.TextChoices):
        EVERYBODY = "everybody", _("everybody")
        FRIENDS = "friends", _("players I follow")
        NOBODY = "nobody", _("no one")

    # Roles read during a request; only its reader caches them (``caches_roles``).
    caches_roles = False
    cached_roles: frozenset[str] | None = None
    # Whether a turn has begun since the player's last visit; set only for the reader of a request.
    has_new_turn = False

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
        max_length=naming.MAX_NAME_LENGTH,
        validators=[validate_name],
    )
    name_key = models.CharField(_("name without case"), max_length=90, editable=False)
    likeness = models.CharField(_("name for lookalike checks"), max_length=90, editable=False)
    about = models.CharField(_("about me"), max_length=500, blank=True)
    links = models.JSONField(_("links"), default=list, blank=True)
    speaks = models.JSONField(_("languages spoken"), default=list, blank=True)
    shows_country = models.BooleanField(_("shows their country"), default=False)
    shown_to = models.CharField(
        _("profile visible to"), max_length=9, choices=Audience, default=Audience.EVERYBODY
    )
    challenged_by = models.CharField(
        _("may be challenged by"),
        max_length=9,
        choices=Challengers,
        default=Challengers.EVERYBODY,
    )
    welcome_due = models.BooleanField(
        _("first steps pending"), default=False, help_text=_("asked after the first login")
    )
    welcome_goal = models.CharField(
        _("where the first steps lead"), max_length=MAX_GOAL_LENGTH, blank=True, default=""
    )
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
    dismissed_hints = models.JSONField(_("dismissed hints"), default=list, blank=True)
    board_look = models.JSONField(_("look of boards"), default=list, blank=True)
    unreached_since = models.DateTimeField(
        _("not reached by e-mail since"),
        null=True,
        blank=True,
        help_text=_("first failure since their last visit"),
    )
    here_at = models.DateTimeField(
        _("last here"), null=True, blank=True, help_text=_("to within five minutes")
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
        indexes: ClassVar = [
            models.Index(
                fields=["name_key"], name="player_name_begins", opclasses=["varchar_pattern_ops"]
            ),
            models.Index(fields=["likeness"], name="player_likeness"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep ``name_key`` and ``likeness`` in step with the name."""
        self.name_key = naming.get_name_key(self.name)
        self.likeness = naming.appearance(self.name)
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key", "likeness"}
        super().save(*args, **kwargs)

    @property
    def is_bot(self) -> bool:
        return self.kind == self.Kind.BOT

    @property
    def is_guest(self) -> bool:
        return self.kind == self.Kind.GUEST

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def schedule(self, holidays: Iterable[date] = ()) -> dict[str, Any]:
        """Return time zone, quiet hours and days off as JSON, of which each turn keeps a copy.

        Changes made during a turn apply from the next one on.
        """
        quiet = (self.quiet_from, self.quiet_to)
        return {
            "zone": self.time_zone,
            "quiet": [at.isoformat() for at in quiet if at is not None] if all(quiet) else None,
            "rest_days": sorted(self.rest_days),
            "holidays": [day.isoformat() for day in holidays],
        }

    @property
    def address(self) -> str | None:
        """The e-mail address; None without a login, if closed or if unconfirmed."""
        if self.user is None or self.closed_at or not self.user.address_confirmed:
            return None
        return self.user.email
