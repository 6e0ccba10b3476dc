from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament


class Division(models.Model):
    """Entrants who share a table: a division of a league, a group, or the whole field."""

    class Stage(models.TextChoices):
        MAIN = "main", _("main stage")
        PLAYOFF = "playoff", _("play-off")

    class Unpaired(models.TextChoices):
        """Why nobody can be paired in its next round."""

        ALL_MET = "all_met", _("all have met")
        KEPT_APART = "kept_apart", _("kept apart")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="divisions")
    number = models.PositiveSmallIntegerField(_("number"))
    stage = models.CharField(_("stage"), max_length=7, choices=Stage, default=Stage.MAIN)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    unpaired_round = models.PositiveSmallIntegerField(
        _("round that could not be paired"), null=True, blank=True
    )
    unpaired_why = models.CharField(
        _("reason it could not be paired"), max_length=10, choices=Unpaired, blank=True
    )
    unpaired_until = models.DateTimeField(_("retried until"), null=True, blank=True)

    class Meta:
        verbose_name = _("division")
        verbose_name_plural = _("divisions")
        ordering: ClassVar = ["stage", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "stage", "number"], name="division_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.stage}/{self.number}"

    def is_decided(self, now: datetime) -> bool:
        """Whether no further round will be paired: the time for it is over, or it was ended."""
        return self.unpaired_until is not None and self.unpaired_until <= now
