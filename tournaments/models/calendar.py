from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class CalendarKey(models.Model):
    """A token in the address of a player's own calendar; a new one replaces the old."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="calendar_key")
    token = models.CharField(_("token"), max_length=43, unique=True)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("calendar key")
        verbose_name_plural = _("calendar keys")

    def __str__(self) -> str:
        """Never show the token."""
        return f"{self.player_id}"
