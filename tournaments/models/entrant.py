from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.division import Division
from tournaments.models.team import Team
from tournaments.models.tournament import Tournament


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def playing(self) -> EntrantQuerySet:
        """Entrants with a place who have not withdrawn or closed their accounts."""
        return self.filter(status=Entrant.Status.ENTERED, player__closed_at=None)

    def waiting(self) -> EntrantQuerySet:
        """The waiting list in order, without closed accounts."""
        found = self.filter(status=Entrant.Status.WAITING, player__closed_at=None)
        return found.order_by("entered_at", "pk")

    def in_top_division(self) -> EntrantQuerySet:
        """Entrants of the play-off, or of the highest division if there is none."""
        playoffs = Division.objects.filter(
            tournament=OuterRef("tournament"), stage=Division.Stage.PLAYOFF
        )
        highest = Q(division__number=1) & ~Q(Exists(playoffs))
        return self.filter(Q(playoff__isnull=False) | highest)


class Entrant(models.Model):
    """A player's entry into one season.

    ``number`` is assigned at the start; latecomers may shift it. ``team_rank`` is the captain's
    order before the start and the board order from then on.
    """

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.ENTERED)
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, null=True, blank=True, related_name="entrants"
    )
    playoff = models.ForeignKey(
        Division, on_delete=models.PROTECT, null=True, blank=True, related_name="qualified"
    )
    playoff_seed = models.PositiveSmallIntegerField(_("play-off seed"), null=True, blank=True)
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), default=0)
    rating = models.IntegerField(_("rating at the start"), null=True, blank=True)
    first_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, blank=True)
    re_enters = models.BooleanField(_("also enters the next season"), default=True)
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="members"
    )
    team_rank = models.PositiveSmallIntegerField(_("rank in the team"), null=True, blank=True)
    led_team = models.BooleanField(
        _("was captain"), default=False, help_text=_("on leaving the team during a season")
    )
    seed = models.PositiveSmallIntegerField(
        _("manual place"),
        null=True,
        blank=True,
        help_text=_("in the order of numbers at the start; others follow by rating"),
    )
    placed = models.PositiveSmallIntegerField(
        _("manual division"),
        null=True,
        blank=True,
        help_text=_("division or group at the start; others fill free places"),
    )
    offered_until = models.DateTimeField(
        _("place offered until"), null=True, blank=True, help_text=_("to the waiting list")
    )
    asked_at = models.DateTimeField(_("asked before the start"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)
    entered_at = models.DateTimeField(_("entered"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    withdrawn_round = models.PositiveSmallIntegerField(_("withdrawn in round"), null=True)

    objects = EntrantQuerySet.as_manager()

    class Meta:
        verbose_name = _("entrant")
        verbose_name_plural = _("entrants")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entrant_player_once"),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="entrant_number_once",
                condition=~Q(number=None),
            ),
            models.CheckConstraint(
                condition=Q(status="withdrawn", withdrawn_at__isnull=False)
                | (~Q(status="withdrawn") & Q(withdrawn_at=None)),
                name="entrant_withdrawal_has_instant",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"


class Absence(models.Model):
    """A round that an entrant has announced to miss."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="absences")
    round = models.PositiveSmallIntegerField(_("round"))
    announced_at = models.DateTimeField(_("announced"))

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entrant", "round"], name="absence_once_a_round")
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id}/{self.round}"
