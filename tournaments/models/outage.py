from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Outage


class OutageShift(models.Model):
    """Marks an outage for which the ends of open rounds have been postponed, once only."""

    outage = models.OneToOneField(Outage, on_delete=models.CASCADE, related_name="shift")
    at = models.DateTimeField(_("at"))
    moved = models.JSONField(_("postponed rounds and fixtures"), default=dict, editable=False)

    class Meta:
        verbose_name = _("outage that postponed rounds")
        verbose_name_plural = _("outages that postponed rounds")

    def __str__(self) -> str:
        return f"{self.outage_id}"
