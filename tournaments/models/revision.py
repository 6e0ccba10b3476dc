from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.tournament import Tournament


class Revision(models.Model):
    """An entry in a tournament's log since its announcement, never altered.

    ``about`` is the person concerned. For changed terms, ``before`` and ``after`` hold the
    tournament's columns as JSON.
    """

    class Act(models.TextChoices):
        TERMS = "terms", _("terms changed")
        CO_JOINED = "co_joined", _("co-organiser joined")
        CO_LEFT = "co_left", _("co-organiser left")
        HANDED_OVER = "handed_over", _("handed over")
        REMOVED = "removed", _("entrant removed")
        ENTERED = "entered", _("entered by the organiser")
        ACCEPTED = "accepted", _("request to enter accepted")
        RETRACTED = "retracted", _("acceptance withdrawn")
        SEEDED = "seeded", _("order set by hand")
        MESSAGE = "message", _("message sent")
        PAIRED = "paired", _("pairings changed by hand")
        AGAIN = "again", _("paired again before publication")
        ROUND_OFF = "round_off", _("round cancelled")
        ROUND_ON = "round_on", _("round takes place after all")
        FURTHER = "further", _("reopened for a further round")
        BY_HAND = "by_hand", _("round paired by hand")
        ENDED = "ended", _("standings made final")
        STARTED = "started", _("started by hand")
        CALLED_OFF = "called_off", _("cancelled before the start")
        PUBLISHED = "published", _("round published early")
        BOT_IN = "bot_in", _("bot entered")
        BOT_OUT = "bot_out", _("bot removed")
        LINK_MADE = "link_made", _("entry link created")
        LINK_ENDED = "link_ended", _("entry link revoked")
        REF_JOINED = "ref_joined", _("referee accepted")
        REF_LEFT = "ref_left", _("referee left")
        LADDER_END = "ladder_end", _("ladder ended")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="revisions")
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"))
    act = models.CharField(_("act"), max_length=11, choices=Act, default=Act.TERMS)
    about = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    moved = models.JSONField(_("rounds whose end was moved"), default=list, blank=True)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )

    class Meta:
        verbose_name = _("tournament revision")
        verbose_name_plural = _("tournament revisions")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.act} {', '.join(self.after)}"
