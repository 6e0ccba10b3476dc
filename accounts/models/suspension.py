"""Until when somebody may enter no event and take over no seat."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Suspension(models.Model):
    """One span for which somebody is kept from events; what runs already goes on."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="suspensions")
    until = models.DateTimeField(_("until"))

    class Meta:
        """The one that lasts longest first."""

        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering: ClassVar = ["player_id", "-until"]

    def __str__(self) -> str:
        """Show player and end."""
        return f"{self.player_id}: {self.until.isoformat()}"
