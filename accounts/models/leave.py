"""Booked leave: whole days in the player's time zone during which clocks can stop."""

from __future__ import annotations

import datetime as dt
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Leave(models.Model):
    """One booking, first and last day included; cancelling keeps the row."""

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
        """Days deducted from the allowance: all, or those begun before it was cancelled."""
        if self.cancelled_at is None:
            return self.days
        today = self.cancelled_at.astimezone(self.player.zone).date()
        return max(0, min(self.days, (today - self.first_day).days + 1))

    @property
    def span(self) -> tuple[dt.datetime, dt.datetime] | None:
        """Start and end of the clock stop, by the player's current time zone."""
        return self.span_in(self.player.zone)

    def span_in(self, zone: ZoneInfo) -> tuple[dt.datetime, dt.datetime] | None:
        """Return start and end, never before the booking; None if it never began."""
        start = dt.datetime.combine(self.first_day, dt.time(), zone)
        end = dt.datetime.combine(self.last_day + dt.timedelta(days=1), dt.time(), zone)
        start = max(start.astimezone(dt.UTC), self.booked_at)
        end = min(end.astimezone(dt.UTC), self.cancelled_at or end.astimezone(dt.UTC))
        return (start, end) if start < end else None
