from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.match import Match


class Watch(models.Model):
    """A match on a player's watch list; the player is notified when it ends."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="watches")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="watches")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("watched match")
        verbose_name_plural = _("watched matches")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "match"], name="watch_once")
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.match_id}"
