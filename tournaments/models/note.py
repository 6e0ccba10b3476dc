from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.tournament import Tournament

MAX_NOTE_LENGTH = 2000


class OrganiserNote(models.Model):
    """A note, never altered, that only the tournament's organisers can read."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="organiser_notes"
    )
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    text = models.TextField(_("text"), max_length=MAX_NOTE_LENGTH)

    class Meta:
        verbose_name = _("organisers’ note")
        verbose_name_plural = _("organisers’ notes")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.by_id}"
