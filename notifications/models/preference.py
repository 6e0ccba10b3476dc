"""A player's choice of e-mails and their times."""

from __future__ import annotations

from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player

SETTLE_MINUTES = 10
DIGEST_AFTER = 20
DIGEST_HOUR = 18


class Preference(models.Model):
    """One choice: this kind of e-mail, everywhere or in one thread; no row means the default."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="preferences", db_index=False
    )
    kind = models.CharField(_("kind"), max_length=30, blank=True)
    thread = models.CharField(_("thread"), max_length=80, blank=True)
    wanted = models.BooleanField(_("wanted"))

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "kind", "thread"], name="preference_once")
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind or '*'} {self.thread} {self.wanted}"


class EmailSettings(models.Model):
    """How e-mails reach one player; no row means the defaults."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="email_settings")
    settle_minutes = models.PositiveSmallIntegerField(
        _("settle delay in minutes"), default=SETTLE_MINUTES, validators=[MaxValueValidator(60)]
    )
    digest_after = models.PositiveSmallIntegerField(
        _("e-mails per day before a digest"),
        default=DIGEST_AFTER,
        validators=[MaxValueValidator(500)],
    )
    digest_hour = models.PositiveSmallIntegerField(
        _("hour of the digest"), default=DIGEST_HOUR, validators=[MaxValueValidator(23)]
    )
    plain_text = models.BooleanField(_("text without HTML and pictures"), default=False)
    calendar = models.BooleanField(_("deadlines attached as calendar files"), default=False)
    email_too = models.BooleanField(_("e-mails beside notifications"), default=False)
    bounced_at = models.DateTimeField(_("e-mails bounced"), null=True, blank=True)
    failed_at = models.DateTimeField(_("an e-mail could not be delivered"), null=True, blank=True)
    soft_bounces = models.PositiveSmallIntegerField(_("temporary bounces"), default=0)
    soft_since = models.DateTimeField(_("the first of them"), null=True, blank=True)
    bounced_address = models.EmailField(_("address that bounced"), blank=True)

    class Meta:
        verbose_name_plural = _("e-mail settings")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(settle_minutes__lte=60), name="settle_at_most_an_hour"
            ),
            models.CheckConstraint(
                condition=models.Q(digest_hour__lte=23), name="digest_hour_of_the_day"
            ),
        ]

    def __str__(self) -> str:
        return str(self.player)
