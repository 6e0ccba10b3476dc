"""Referee changes that replays, clocks and ratings must take into account."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from games.models.match import Match


class Intervention(LedgerLine):
    """A change of a match from outside its rules; ordered by time.

    ``effects`` holds, where applicable: ``resumed`` (the ledger line and the ply from which the
    match continues), ``budgets`` (by seat, before and after, at which turn), ``after`` (match and
    seats after the change), ``rating`` (results that count differently or no longer) and
    ``question`` (of one player, to which the other agreed).
    """

    FOLDED: ClassVar = ("resumed", "budgets", "after", "rating", "question")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="interventions")
    number = models.PositiveIntegerField(
        _("number"),
        unique=True,
        null=True,
        blank=True,
        help_text=_("of the ruling that ordered it; empty if the players agreed"),
    )
    at = models.DateTimeField(_("at"))
    effects = models.JSONField(_("effects"), default=dict)

    objects = AppendOnlyQuerySet["Intervention"].as_manager()

    class Meta:
        verbose_name = _("intervention")
        verbose_name_plural = _("interventions")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.number or self.pk}: {self.match_id}"
