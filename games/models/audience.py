from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Listener(models.Model):
    """Somebody who may watch all private matches of one audience.

    ``audience`` is an opaque name, only compared with that of matches.
    """

    audience = models.CharField(_("audience"), max_length=40)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("spectator")
        verbose_name_plural = _("spectators")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "audience"], name="listener_once")
        ]

    def __str__(self) -> str:
        return f"{self.audience}: {self.player_id}"
