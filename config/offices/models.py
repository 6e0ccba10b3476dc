"""The log of roles: who was offered which, by whom, and the outcome."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.roles import HEAD_REFEREE, OPERATOR, ORGANISER, REFEREE


class RoleStep(models.Model):
    """One step, append-only; a player's latest for a role is its current state."""

    class Role(models.TextChoices):
        REFEREE = REFEREE, _("referee")
        HEAD_REFEREE = HEAD_REFEREE, _("head referee")
        ORGANISER = ORGANISER, _("organiser")
        OPERATOR = OPERATOR, _("operator")

    class Step(models.TextChoices):
        OFFERED = "offered", _("offered")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        REMOVED = "removed", _("removed")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="role_steps")
    role = models.CharField(_("role"), max_length=13, choices=Role)
    step = models.CharField(_("step"), max_length=8, choices=Step)
    by = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("by"),
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("step of a role")
        verbose_name_plural = _("log of roles")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.player_id} {self.role} {self.step}"
