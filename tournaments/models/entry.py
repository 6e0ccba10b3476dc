"""Requests, links and invitations by which players enter events that are not open to all."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament


class EntryRequestQuerySet(models.QuerySet["EntryRequest"]):
    def pending(self) -> EntryRequestQuerySet:
        """Unanswered requests of accounts that still exist."""
        return self.filter(answered_at=None, player__closed_at=None)


class EntryRequest(models.Model):
    """A player's request to enter, awaiting an organiser's answer.

    A captain requests a place for a team, which is founded on acceptance with ``team_name``,
    ``club`` and ``team_key``, the secret of its link; the key then moves to the team.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="entry_requests"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="entry_requests")
    at = models.DateTimeField(_("at"))
    answered_at = models.DateTimeField(_("answered"), null=True, blank=True)
    accepted = models.BooleanField(_("accepted"), default=False)
    by = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    team_name = models.CharField(_("team name"), max_length=40, blank=True)
    team_key = models.CharField(_("key of the team’s join link"), max_length=43, blank=True)
    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = EntryRequestQuerySet.as_manager()

    class Meta:
        verbose_name = _("request to enter")
        verbose_name_plural = _("requests to enter")
        ordering: ClassVar = ["at", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "player"], name="entry_request_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"

    @property
    def is_declined(self) -> bool:
        return self.answered_at is not None and not self.accepted


class EntryLink(models.Model):
    """An organiser's link for a number of players, valid until a day or until revoked.

    ``key`` is the secret in its address.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entry_links")
    key = models.CharField(_("link key"), max_length=43, unique=True)
    note = models.CharField(_("note"), max_length=60, blank=True)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"))
    most = models.PositiveSmallIntegerField(_("maximum players"), null=True, blank=True)
    until = models.DateTimeField(_("valid until"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("entry link")
        verbose_name_plural = _("entry links")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.note}"

    def get_absolute_url(self) -> str:
        return reverse("tournaments:enter_by_link", args=[self.key])

    def is_open(self, now: datetime) -> bool:
        """Whether it has neither been revoked nor expired; all its uses may be taken."""
        return self.revoked_at is None and (self.until is None or now < self.until)


class AddressInvitation(models.Model):
    """An invitation to an e-mail address, with its own link.

    ``digest`` is a keyed hash, as the address itself is not stored. ``declined_at``: this
    invitation was declined; ``refused_at``: the address wants no such invitations from anybody.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="address_invitations"
    )
    link = models.OneToOneField(
        EntryLink, on_delete=models.CASCADE, related_name="address_invitation"
    )
    digest = models.CharField(_("digest of the address"), max_length=64, db_index=True)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    declined_at = models.DateTimeField(_("declined"), null=True, blank=True)
    refused_at = models.DateTimeField(_("refused"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation by e-mail address")
        verbose_name_plural = _("invitations by e-mail address")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["tournament", "digest"], name="address_invitation_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.link_id}"


class LinkUse(models.Model):
    """A player who entered by a link; withdrawing and entering again counts once."""

    link = models.ForeignKey(EntryLink, on_delete=models.CASCADE, related_name="uses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="link_uses")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("use of an entry link")
        verbose_name_plural = _("uses of entry links")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["link", "player"], name="link_use_once")
        ]

    def __str__(self) -> str:
        return f"{self.link_id}: {self.player_id}"
