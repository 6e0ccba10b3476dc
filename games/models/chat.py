from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext, gettext_lazy as _

from accounts.models import Player
from games.models.match import Match, Seat


def hidden_text() -> str:
    return gettext("(hidden by an operator)")


class ChatLine(models.Model):
    """A chat message, visible to the players only, or to partners only (C-13)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    text = models.CharField(_("text"), max_length=500)
    only_seats = models.JSONField(_("only for these seats"), null=True, blank=True)
    hidden_at = models.DateTimeField(_("hidden"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"

    @property
    def words(self) -> str:
        """The text, or a notice that an operator has hidden it."""
        return self.text if self.hidden_at is None else hidden_text()

    def is_visible_to(self, seat: Seat) -> bool:
        """Whether the player of this seat may read the message; not if sent before they took it."""
        if self.only_seats is None:
            return True
        return seat.number in self.only_seats and self.pk > seat.talk_from
