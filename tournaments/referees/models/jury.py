"""The jury of an appeal, in events that have one: three referees with one vote each."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.referees.models.case import Case


class JurorQuerySet(models.QuerySet["Juror"]):
    def sitting(self) -> JurorQuerySet:
        """Jurors who have not been replaced."""
        return self.filter(left_at=None)


class Juror(models.Model):
    """A referee who has been asked to vote on an appeal.

    ``answer_by`` is when a juror who has not voted is replaced or, once there is a majority, when
    its members are reminded to sign. None if nothing is expected of the juror.
    """

    class Vote(models.TextChoices):
        STANDS = "stands", _("the ruling stands")
        FALLS = "falls", _("the ruling must be changed")

    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="jurors")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="jury_seats")
    asked_at = models.DateTimeField(_("asked"))
    answer_by = models.DateTimeField(_("vote due"), null=True, blank=True)
    left_at = models.DateTimeField(_("replaced"), null=True, blank=True)
    vote = models.CharField(_("vote"), max_length=6, choices=Vote, blank=True, default="")
    reason = models.TextField(_("reason"), max_length=2000, blank=True)
    voted_at = models.DateTimeField(_("voted"), null=True, blank=True)

    objects = JurorQuerySet.as_manager()

    class Meta:
        verbose_name = _("juror")
        verbose_name_plural = _("jurors")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "player"], name="juror_once"),
            models.CheckConstraint(
                condition=Q(vote="", voted_at=None) | (~Q(vote="") & Q(voted_at__isnull=False)),
                name="juror_vote_has_instant",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["answer_by"], name="juror_due", condition=~Q(answer_by=None))
        ]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.player_id}"
