"""The terms a player used last, by game: defaults for new challenges."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class UsualTerms(models.Model):
    """One player's usual terms in one game; the latest row also gives their usual clock."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="usual_terms")
    ruleset = models.CharField(_("ruleset"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    seats = models.PositiveSmallIntegerField(_("seats"), default=2)
    starter = models.CharField(_("who starts"), max_length=10)
    rated = models.BooleanField(_("rated"))
    private = models.BooleanField(_("private"), default=False)
    control = models.JSONField(_("time control"))
    at = models.DateTimeField(_("used last"))

    class Meta:
        verbose_name = _("usual terms")
        verbose_name_plural = _("usual terms")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "ruleset"], name="usual_terms_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.ruleset}"
