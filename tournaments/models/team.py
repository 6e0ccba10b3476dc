from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.club import Club
from tournaments.models.division import Division
from tournaments.models.tournament import Tournament


class TeamQuerySet(models.QuerySet["Team"]):
    def playing(self) -> TeamQuerySet:
        """Teams that have a place and have not withdrawn."""
        return self.filter(status=Team.Status.ENTERED)

    def waiting(self) -> TeamQuerySet:
        """The waiting list in order."""
        return self.filter(status=Team.Status.WAITING).order_by("entered_at", "pk")


class Team(models.Model):
    """A team's entry into one season.

    ``key`` is the secret in the address by which players join; ``number`` and ``rating`` are fixed
    at the start of the season.
    """

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        WITHDRAWN = "withdrawn", _("withdrawn")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(_("name"), max_length=40)
    captain = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="captaincies")
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="teams"
    )
    key = models.CharField(_("link key"), max_length=43, unique=True)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.ENTERED)
    division = models.ForeignKey(
        Division, on_delete=models.PROTECT, null=True, blank=True, related_name="teams"
    )
    number = models.PositiveSmallIntegerField(_("number"), null=True, blank=True)
    level = models.PositiveSmallIntegerField(_("level"), default=0)
    rating = models.IntegerField(_("average rating at the start"), null=True, blank=True)
    final_place = models.PositiveSmallIntegerField(_("final place"), null=True, blank=True)
    re_enters = models.BooleanField(_("also enters the next season"), default=True)
    entered_at = models.DateTimeField(_("entered"))
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)

    objects = TeamQuerySet.as_manager()

    class Meta:
        verbose_name = _("team")
        verbose_name_plural = _("teams")
        constraints: ClassVar = [
            models.UniqueConstraint("tournament", Lower("name"), name="team_name_once"),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="team_number_once",
                condition=~Q(number=None),
            ),
            models.CheckConstraint(
                condition=Q(status="withdrawn", withdrawn_at__isnull=False)
                | (~Q(status="withdrawn") & Q(withdrawn_at=None)),
                name="team_withdrawal_has_instant",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("tournaments:team", args=[self.pk])

    @property
    def is_withdrawn(self) -> bool:
        return self.status == self.Status.WITHDRAWN


class TeamInvitation(models.Model):
    """A captain's invitation to a player; players who have declined are not invited again.

    Accepted ones are kept so that accepting twice is harmless.
    """

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="team_invitations")
    invited_at = models.DateTimeField(_("invited"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["team", "player"], name="team_invitation_once")
        ]

    def __str__(self) -> str:
        return f"{self.team_id}: {self.player_id}"
