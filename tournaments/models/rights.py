from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class AnnouncingRule(models.Model):
    """A decision of the operators on who may announce events, never altered.

    The latest counts; without one, everybody may.
    """

    appointed = models.BooleanField(_("only appointed organisers"))
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("rule about announcing events")
        verbose_name_plural = _("rules about announcing events")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return "appointed" if self.appointed else "everybody"
