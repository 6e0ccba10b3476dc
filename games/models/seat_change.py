from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.match import Match


class SeatChange(models.Model):
    """A change of the player of a seat (substitute, replacement or return).

    ``generation`` is that of the seat afterwards.
    """

    class Why(models.TextChoices):
        SUBSTITUTED = "substituted", _("a substitute took the seat")
        RETURNED = "returned", _("the owner came back")
        HANDED_BACK = "handed_back", _("the substitute gave up the seat")
        REPLACED = "replaced", _("replaced by a ruling")
        REINSTATED = "reinstated", _("the ruling was taken back")

    match = models.ForeignKey(
        Match, on_delete=models.CASCADE, related_name="seat_changes", db_index=False
    )
    number = models.PositiveSmallIntegerField(_("seat"))
    generation = models.PositiveIntegerField(_("generation"))
    before = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(_("why"), max_length=11, choices=Why)
    ply = models.PositiveIntegerField(_("after ply"))
    at = models.DateTimeField(_("at"))
    talk_from = models.PositiveBigIntegerField(
        _("previous player read partner chat after"), default=0
    )
    notes = models.TextField(
        _("notes kept for the previous player"), max_length=5000, blank=True, editable=False
    )

    class Meta:
        verbose_name = _("change of a seat")
        verbose_name_plural = _("changes of seats")
        ordering: ClassVar = ["match_id", "number", "generation"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["match", "number", "generation"], name="seat_generation_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}: {self.before_id} → {self.after_id}"
