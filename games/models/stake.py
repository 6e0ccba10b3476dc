"""Rows by which tournaments reserve puzzles and keep participants from taking over seats."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class EventStake(models.Model):
    """An organiser or entrant of a tournament, who may not take over seats in it.

    ``event`` is the address that matches of the event carry; it is only compared.
    """

    event = models.CharField(_("event"), max_length=80)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("stake in an event")
        verbose_name_plural = _("stakes in events")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "player"], name="event_stake_once")
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.player_id}"


class ReservedPuzzle(models.Model):
    """A puzzle of a running contest, which cannot be started as an ordinary game."""

    event = models.CharField(_("event"), max_length=80)
    start = models.CharField(_("pegs"), max_length=100)

    class Meta:
        verbose_name = _("reserved puzzle")
        verbose_name_plural = _("reserved puzzles")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["start", "event"], name="puzzle_reserved_once")
        ]

    def __str__(self) -> str:
        return self.event
