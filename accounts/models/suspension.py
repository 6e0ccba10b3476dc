"""Suspensions from events and from taking over seats."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Suspension(models.Model):
    """Until then the player cannot enter events or take over seats; running matches go on."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="suspensions")
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering: ClassVar = ["player_id", "-until"]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.until.isoformat()}"
