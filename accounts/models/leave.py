"""Booked leave: whole days in the player's own zone during which clocks may stop."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Leave(models.Model):
    """One stretch of leave, first and last day included; a cancelled one keeps its row."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="leaves")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    booked_at = models.DateTimeField(_("booked"))
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["first_day"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="leave_days_in_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.first_day} – {self.last_day}"

    @property
    def days(self) -> int:
        return (self.last_day - self.first_day).days + 1

    @property
    def days_charged(self) -> int:
        """How many days it costs: all of them, or, cancelled, those that had begun by then."""
        if self.cancelled_at is None:
            return self.days
        today = self.cancelled_at.astimezone(self.player.zone).date()
        return max(0, min(self.days, (today - self.first_day).days + 1))

    @property
    def span(self) -> tuple[dt.datetime, dt.datetime] | None:
        """When it stops clocks, by days in the player's current zone."""
        return self.span_in(self.player.zone)

    def span_in(self, zone: ZoneInfo) -> tuple[dt.datetime, dt.datetime] | None:
        """When it stops clocks: never before it was booked; None if it never began."""
        start = dt.datetime.combine(self.first_day, dt.time(), zone)
        end = dt.datetime.combine(self.last_day + dt.timedelta(days=1), dt.time(), zone)
        start = max(start.astimezone(dt.UTC), self.booked_at)
        end = min(end.astimezone(dt.UTC), self.cancelled_at or end.astimezone(dt.UTC))
        return (start, end) if start < end else None
