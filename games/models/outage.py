"""The scheduler's heartbeat, and the outages in which there was none."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Heartbeat(models.Model):
    """The single row in which the scheduler records its last run; absent before the first."""

    ONLY: ClassVar = 1

    at = models.DateTimeField(_("last sign of life"))

    def __str__(self) -> str:
        return self.at.isoformat()


class Outage(models.Model):
    """A span that no clock charges, in any match.

    ``checked_to`` and ``settled_at`` record how far stored deadlines have been moved. Rows are
    never deleted and never shortened to less than the time that has passed.
    """

    class Source(models.TextChoices):
        HEARTBEAT = "heartbeat", _("the scheduler was silent")
        OPERATOR = "operator", _("entered by an operator")

    since = models.DateTimeField(_("from"))
    until = models.DateTimeField(_("until"))
    source = models.CharField(_("source"), max_length=9, choices=Source)
    note = models.CharField(
        _("reason"), max_length=200, blank=True, help_text=_("shown on the status page")
    )
    entered_by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entered by"),
    )
    noted_at = models.DateTimeField(_("noted"))
    checked_to = models.PositiveBigIntegerField(
        _("matches checked up to"), default=0, editable=False
    )
    settled_at = models.DateTimeField(_("all deadlines moved"), null=True, blank=True)
    credited_at = models.DateTimeField(
        _("challenges and cases postponed"), null=True, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        ordering: ClassVar = ["-since", "-pk"]
        indexes: ClassVar = [
            models.Index(fields=["-until"], name="outage_until"),
            models.Index(
                fields=["id"], name="outage_unsettled", condition=models.Q(settled_at=None)
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("since")), name="outage_runs_forward"
            ),
            models.UniqueConstraint(
                fields=["since"], condition=models.Q(source="heartbeat"), name="silence_noted_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.since.isoformat()} – {self.until.isoformat()}"
