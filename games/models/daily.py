"""The puzzle of the day and the attempts at it."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import lots
from games.models.match import Match


class DailyPuzzle(models.Model):
    """One day's puzzle: the digest of its seed is published in advance, the seed after the day."""

    day = models.DateField(_("day"), unique=True, help_text=_("in UTC"))
    seed = models.CharField(_("seed of the random draws"), max_length=64)
    jumps = models.PositiveSmallIntegerField(_("jumps"))
    start = models.CharField(_("pegs"), max_length=100)
    committed_at = models.DateTimeField(_("digest published"))

    class Meta:
        verbose_name = _("puzzle of the day")
        verbose_name_plural = _("puzzles of the day")
        ordering: ClassVar = ["day"]

    def __str__(self) -> str:
        return self.day.isoformat()

    def get_absolute_url(self) -> str:
        return reverse("games:daily_day", args=[self.day])

    @property
    def begins_at(self) -> datetime:
        return datetime.combine(self.day, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        """The end of the day (UTC); attempts finished later do not count."""
        return self.begins_at + timedelta(days=1)

    @property
    def digest(self) -> str:
        """The published digest of the seed."""
        return lots.digest(self.seed)

    @property
    def pegs(self) -> int:
        return self.jumps + 1


class DailyAttempt(models.Model):
    """A player's match on the puzzle of a day; the first one finished that day counts.

    Points and sweeps are copies that `manage.py replay` recomputes.
    """

    puzzle = models.ForeignKey(DailyPuzzle, on_delete=models.PROTECT, related_name="attempts")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="daily_attempt")
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    points = models.PositiveSmallIntegerField(_("points"), null=True, blank=True)
    sweeps = models.PositiveSmallIntegerField(_("sweeps"), null=True, blank=True)
    counts = models.BooleanField(_("counts"), default=False)

    class Meta:
        verbose_name = _("attempt at a puzzle of the day")
        verbose_name_plural = _("attempts at puzzles of the day")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["puzzle", "player"], condition=Q(counts=True), name="daily_counts_once"
            ),
            models.UniqueConstraint(
                fields=["puzzle", "player"],
                condition=Q(finished_at=None),
                name="daily_one_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.player_id}"
