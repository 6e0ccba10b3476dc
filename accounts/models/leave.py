"""Booked leave: whole days in the player's own zone during which clocks may stop."""

from __future__ import annotations

from typing import ClassVar

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
        """A leave ends on or after its first day."""

        ordering: ClassVar = ["first_day"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")), name="leave_days_in_order"
            )
        ]

    def __str__(self) -> str:
        """Show player and days."""
        return f"{self.player}: {self.first_day} – {self.last_day}"
