"""The time zone in which an event counts days: its organiser's when it was drafted."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import validate_zone


class Zoned(models.Model):
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="Europe/Berlin",
        validators=[validate_zone],
    )

    class Meta:
        abstract = True

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)
