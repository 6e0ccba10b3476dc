from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Bot(models.Model):
    """A bot's settings; its player has no login."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="bot")
    strategy = models.CharField(_("strategy"), max_length=40)
    rulesets = models.JSONField(_("rulesets it plays"), default=list)
    timetable = models.CharField(
        _("timetable"),
        max_length=60,
        help_text=_("minute hour day month weekday, in the bot's own time zone"),
    )
    max_matches = models.PositiveSmallIntegerField(_("maximum running matches"), default=20)
    accepts_challenges = models.BooleanField(_("accepts challenges"), default=True)
    seeks = models.JSONField(
        _("open challenges it keeps"), default=list, blank=True, help_text=_("a list of terms")
    )
    active = models.BooleanField(_("active"), default=True)
    next_run_at = models.DateTimeField(_("next run"), null=True, blank=True)
    last_run_at = models.DateTimeField(_("last run"), null=True, blank=True)
    last_error = models.TextField(_("last error"), blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["next_run_at"], name="bot_due", condition=models.Q(active=True))
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.strategy}"
