"""Players' orders, and their settings for automatic moves (C-5, C-7)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.match import Match


class OrderQuerySet(models.QuerySet["Order"]):
    def open(self) -> OrderQuerySet:
        """Orders that may still be carried out."""
        return self.filter(state=Order.State.OPEN)


class Order(models.Model):
    """One order of one seat, visible only to its owner; rows are closed but never deleted.

    A conditional order waits for a path: ``expects`` lists the plies that must follow ply
    ``after``, as text, before ``answer`` is played. Other kinds have no path and stay open until
    closed.
    """

    class Kind(models.TextChoices):
        CONDITIONAL = "conditional", _("if … then …")
        DRAFT = "draft", _("order of colours for the draft")
        STANDING = "standing", _("standing order for dice")

    class State(models.TextChoices):
        OPEN = "open", _("waiting")
        EXECUTED = "executed", _("carried out")
        REPLACED = "replaced", _("replaced")
        WITHDRAWN = "withdrawn", _("withdrawn")
        LAPSED = "lapsed", _("lapsed")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("kind"), max_length=11, choices=Kind)
    text = models.CharField(_("order"), max_length=400, help_text=_("as normalised"))
    after = models.PositiveIntegerField(_("waits after ply"))
    expects = models.JSONField(_("plies that must follow"), default=list, blank=True)
    answer = models.JSONField(_("own moves"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.OPEN)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closed_ply = models.PositiveIntegerField(_("closed at ply"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=40, blank=True)

    objects = OrderQuerySet.as_manager()

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [
            models.Index(fields=["match"], name="order_open", condition=Q(state="open"))
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None)
                | (~Q(state="open") & Q(closed_at__isnull=False)),
                name="order_closed_has_instant",
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {self.kind}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def is_conditional(self) -> bool:
        return self.kind == self.Kind.CONDITIONAL

    @property
    def is_draft(self) -> bool:
        return self.kind == self.Kind.DRAFT

    @property
    def is_standing(self) -> bool:
        return self.kind == self.Kind.STANDING

    @property
    def executes_at_ply(self) -> int:
        """The ply count at which the whole path has been played."""
        return self.after + len(self.expects)


class PlayPreference(models.Model):
    """A player's settings for automatic moves; no row means the defaults."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="play_preference")
    auto_move = models.BooleanField(
        _("play a forced move automatically"),
        default=True,
        help_text=_("never one that loses the game immediately"),
    )
    auto_draft = models.CharField(_("order of colours for the draft"), max_length=3, blank=True)

    without_preview = models.BooleanField(
        _("send a move with its last click"),
        default=False,
        help_text=_("without showing it first"),
    )

    def __str__(self) -> str:
        return str(self.player)
