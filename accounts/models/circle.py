"""Follows and blocks between players; the other player is not notified."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Relation(models.Model):
    """A one-way relation between two players, unique per pair."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="%(class)ss")
    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(_("created"))

    class Meta:
        abstract = True
        ordering: ClassVar = ["other__name_key"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "other"], name="%(class)s_once"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("other")), name="%(class)s_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}, {self.other_id}"


class Follow(Relation):
    """One player follows another, who then comes first in their lists."""

    class Meta(Relation.Meta):
        verbose_name = _("player followed")
        verbose_name_plural = _("players followed")


class Block(Relation):
    """One player has blocked another: no challenges, no chat, no match outside events."""

    class Meta(Relation.Meta):
        verbose_name = _("blocked player")
        verbose_name_plural = _("blocked players")
