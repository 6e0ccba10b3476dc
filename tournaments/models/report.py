from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class ReportJob(models.Model):
    """A report file too slow for a web request, evaluated by a worker; deleted after an hour.

    Only the player who uploaded it may see it; the key is part of the page's URL.
    """

    key = models.CharField(_("key"), max_length=43, unique=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="report_jobs")
    text = models.TextField(_("text"))
    year = models.PositiveSmallIntegerField(_("year of the format"), default=0)
    asked_at = models.DateTimeField(_("asked"))
    taken_at = models.DateTimeField(_("taken"), null=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    answer = models.JSONField(_("answer"), null=True)

    class Meta:
        ordering = ("asked_at", "pk")
        verbose_name = _("report file")
        verbose_name_plural = _("report files")

    def __str__(self) -> str:
        """Never show the key."""
        return f"{self.player_id}"
