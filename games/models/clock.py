"""Clock charges by turn, and pauses that stop the clocks of a match."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from games.models.match import Match


class ClockCharge(LedgerLine):
    """One turn on one clock: its span, the time charged, the budget before and after."""

    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="charges", db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    turn = models.PositiveIntegerField(_("turn"))
    since = models.DateTimeField(_("from"))
    until = models.DateTimeField(_("to"))
    charged = models.PositiveIntegerField(_("charged seconds"))
    flagged = models.BooleanField(_("time ran out"), default=False)
    before = models.JSONField(_("budget before"))
    after = models.JSONField(_("budget after"))
    stops = models.JSONField(_("pauses at that time"))

    objects = AppendOnlyQuerySet["ClockCharge"].as_manager()

    class Meta:
        ordering: ClassVar = ["match_id", "turn", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "turn", "seat"], name="charge_once")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.turn}: {self.charged} s"


class Pause(models.Model):
    """A span in which the clocks of a match are stopped; a proposal until ``since`` is set.

    With ``player``, only their clock: time granted by a referee, or undelivered e-mail.
    """

    class Reason(models.TextChoices):
        AGREED = "agreed", _("agreed by the players")
        REFEREE = "referee", _("ordered by a referee")
        OUTAGE = "outage", _("the server was down")
        MAIL = "mail", _("the e-mail about the turn did not arrive")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="pauses")
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    proposed_by = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("only this player’s clock"),
    )
    proposed_at = models.DateTimeField(_("proposed"))
    since = models.DateTimeField(_("from"), null=True, blank=True)
    until = models.DateTimeField(_("until"), null=True, blank=True)
    question = models.PositiveIntegerField(
        _("question"),
        default=0,
        help_text=_("number of the question within its match"),
    )

    class Meta:
        ordering: ClassVar = ["proposed_at"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(since=None)
                | models.Q(until=None)
                | models.Q(until__gt=models.F("since")),
                name="pause_runs_forward",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.reason}"
