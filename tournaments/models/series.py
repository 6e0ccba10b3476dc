from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament


class Series(models.Model):
    """Events whose final places bring points: a cup over a year, a grand prix.

    ``points`` lists those of the first place, the second and so on. Only the ``best`` results of a
    player count, or all if it is empty.
    """

    name = models.CharField(_("name"), max_length=80)
    text = models.TextField(_("description"), max_length=2000, blank=True)
    organiser = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="series")
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="series"
    )
    points = models.JSONField(_("points by place"), default=list)
    best = models.PositiveSmallIntegerField(_("events that count"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"))

    class Meta:
        verbose_name = _("series of events")
        verbose_name_plural = _("series of events")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:series", args=[self.pk])


class SeriesEvent(models.Model):
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="in_series")
    added_at = models.DateTimeField(_("added"))

    class Meta:
        verbose_name = _("series event")
        verbose_name_plural = _("series events")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "tournament"], name="series_event_once")
        ]

    def __str__(self) -> str:
        return f"{self.series_id}: {self.tournament_id}"
