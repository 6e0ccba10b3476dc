from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.tournament import Tournament

UNANSWERED = Q(accepted_at=None, declined_at=None, withdrawn_at=None)  # invitations


class CoOrganiser(models.Model):
    """A person with the rights of the main organiser, except to hand the tournament over."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="co_organisers"
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="co_organises")
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("co-organiser")
        verbose_name_plural = _("co-organisers")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="co_organiser_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"


class EventInvitation(models.Model):
    """An organiser's invitation; people who declined are not invited for the same again.

    Withdrawn ones are kept because an organiser's invitations per day are limited, accepted ones so
    that accepting twice is harmless.
    """

    class Kind(models.TextChoices):
        HELP = "help", _("to help organise")
        TAKE_OVER = "take_over", _("to take over")
        ENTER = "enter", _("to enter")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="event_invitations")
    kind = models.CharField(_("kind"), max_length=9, choices=Kind)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    class Meta:
        verbose_name = _("tournament invitation")
        verbose_name_plural = _("tournament invitations")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["tournament", "player", "kind"], name="event_invitation_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id} {self.kind}"
