"""Challenges to named players, to anybody in the lobby, or by secret link."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.clocks import TimeControl
from games.models.match import Match


class ChallengeQuerySet(models.QuerySet["Challenge"]):
    def open(self) -> ChallengeQuerySet:
        """Challenges that can still be accepted."""
        return self.filter(state=Challenge.State.OPEN)

    def seeks(self) -> ChallengeQuerySet:
        """Open challenges to anybody, as listed in the lobby."""
        return self.open().filter(opponent=None, token=None, named=False)


class Challenge(models.Model):
    """Terms that a player offers; accepting them starts a match."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        EXPIRED = "expired", _("expired")

    class Starter(models.TextChoices):
        LOTS = "lots", _("random")
        CHALLENGER = "challenger", _("the challenger")
        OPPONENT = "opponent", _("the opponent")
        AGREED = "agreed", _("in the agreed order")

    class Reason(models.TextChoices):
        """Why somebody declined; empty if no reason was given."""

        BUSY = "busy", _("no time for another match")
        GAME = "game", _("would like another game")
        PACE = "pace", _("would like another time control")
        TERMS = "terms", _("would like other terms")

    challenger = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="challenges_sent")
    opponent = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="challenges_received"
    )
    seats = models.PositiveSmallIntegerField(_("seats"), default=2)
    named = models.BooleanField(
        _("several named players"), default=False, help_text=_("listed in its places")
    )
    token = models.CharField(_("link token"), max_length=43, null=True, blank=True, unique=True)
    ruleset = models.CharField(_("ruleset"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    starter = models.CharField(_("who starts"), max_length=10, choices=Starter)
    rated = models.BooleanField(_("rated"))
    control = models.JSONField(_("time control"))
    private = models.BooleanField(_("private"), default=False)
    greeting = models.CharField(_("greeting"), max_length=200, blank=True)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    reason = models.CharField(_("declined because"), max_length=5, choices=Reason, blank=True)
    created_at = models.DateTimeField(_("created"))
    expires_at = models.DateTimeField(_("expires"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="challenge"
    )
    rematch_of = models.ForeignKey(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="rematch_challenges"
    )

    objects = ChallengeQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=(Q(state="accepted") & Q(match__isnull=False))
                | (~Q(state="accepted") & Q(match=None)),
                name="challenge_accepted_has_match",
            ),
            models.UniqueConstraint(
                fields=["rematch_of"], name="one_open_rematch", condition=Q(state="open")
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["expires_at"], name="challenge_expiry", condition=Q(state="open"))
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.challenger_id} → {self.opponent_id or '*'}"

    def get_absolute_url(self) -> str:
        """Return the URL of this challenge; by secret link only if it has one."""
        if self.token:
            return reverse("games:invitation", args=[self.token])
        return reverse("games:challenge", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.from_json(self.control)

    @property
    def has_places(self) -> bool:
        """Whether it has places: three seats or more."""
        return self.seats > 2


class Place(models.Model):
    """A place in a challenge for three or four; ``joined_at`` is None until the player accepts.

    If the order is agreed, the number is the seat; otherwise only the order of joining.
    """

    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, related_name="places", db_index=False
    )
    number = models.PositiveSmallIntegerField(_("place"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="places")
    joined_at = models.DateTimeField(_("joined"), null=True, blank=True)

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["challenge", "number"], name="place_number_once"),
            models.UniqueConstraint(fields=["challenge", "player"], name="place_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id}/{self.number}: {self.player_id}"
