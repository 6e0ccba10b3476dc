from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.tournament import Tournament


class EventReferee(models.Model):
    """An appointment as referee of one tournament only, in force once accepted."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="appointments"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="judges_events")
    appointed_by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)

    class Meta:
        verbose_name = _("event referee")
        verbose_name_plural = _("event referees")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="event_referee_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"
