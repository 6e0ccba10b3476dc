from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Outage


class OutageShift(models.Model):
    """Marks an outage for which the ends of open rounds have been postponed, once only."""

    outage = models.OneToOneField(Outage, on_delete=models.CASCADE, related_name="shift")
    at = models.DateTimeField(_("at"))
    moved = models.JSONField(_("rounds and fixtures put off"), default=dict, editable=False)

    class Meta:
        verbose_name = _("outage that rounds have followed")
        verbose_name_plural = _("outages that rounds have followed")

    def __str__(self) -> str:
        return f"{self.outage_id}"
