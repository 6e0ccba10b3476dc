"""Fingerprints of visits; the addresses and devices themselves are never stored."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.player import Player


class Visit(models.Model):
    """One player on one day from one address and device, as keyed fingerprints.

    Evidence for referees that several accounts belong to one person; deleted after 180 days.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="visits")
    day = models.DateField(_("day"))
    address = models.CharField(_("address mark"), max_length=16, blank=True)
    network = models.CharField(_("network mark"), max_length=16, blank=True)
    device = models.CharField(_("device mark"), max_length=16, blank=True)

    class Meta:
        verbose_name = _("visit")
        verbose_name_plural = _("visits")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["player", "day", "address", "device"], name="visit_once_a_day"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["device"], name="visit_device", condition=~models.Q(device="")),
            models.Index(fields=["address"], name="visit_address", condition=~models.Q(address="")),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.day}"
