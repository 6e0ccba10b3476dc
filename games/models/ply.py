"""The ply ledger of a match."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from games.models.match import Match
from games.rules.base import CHANCE, MAX_MOVE_LENGTH
from games.rules.multiplayer import LEAVING_WORD, REFEREE, leaving_reason, parse_resumption


class PlyQuerySet(AppendOnlyQuerySet["Ply"]):
    def last_move(self, match: Match) -> str | None:
        """Return the last move in force, ignoring random draws; None before the first."""
        told = self.filter(match=match, number__lte=match.ply_count).exclude(seat=CHANCE)
        told = told.exclude(text__startswith=f"{LEAVING_WORD} ")
        lines = told.order_by("-number").values_list("seat", "text")
        last = lines.first()
        while last is not None and last[0] == REFEREE:
            last = lines.filter(number__lte=parse_resumption(*last)).first()
        return last[1] if last is not None else None


class Ply(LedgerLine):
    """A line of the append-only ledger; seat −1 is a random draw.

    Seat −2 is a referee or both players (``AGREED``), who resume the match after an earlier ply.
    """

    class Source(models.TextChoices):
        PAGE = "page", _("page")
        LINK = "link", _("link in an e-mail")
        MAIL = "mail", _("reply by e-mail")
        API = "api", _("API")
        BOT = "bot", _("bot")
        SERVER = "server", _("server")
        ORDER = "order", _("order given in advance")
        CLOCK = "clock", _("time ran out")
        CARETAKER = "caretaker", _("caretaker")
        REFEREE = "referee", _("referee")
        AGREED = "agreed", _("agreement of the players")

    BY_HAND: ClassVar = (Source.PAGE, Source.LINK, Source.MAIL, Source.API)

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="plies", db_index=False)
    number = models.PositiveIntegerField(_("number"))
    turn = models.PositiveIntegerField(_("turn"))
    seat = models.SmallIntegerField(_("seat"))
    text = models.CharField(_("move"), max_length=MAX_MOVE_LENGTH)
    at = models.DateTimeField(_("at"))
    source = models.CharField(_("received via"), max_length=9, choices=Source)
    proof = models.JSONField(_("proof of the random draw"), null=True, blank=True)

    objects = PlyQuerySet.as_manager()

    class Meta:
        verbose_name = _("ply")
        verbose_name_plural = _("plies")
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="ply_number_once")
        ]

    def __str__(self) -> str:
        """Omits the move, which may be secret."""
        return f"{self.match_id}/{self.number}"

    @property
    def is_move(self) -> bool:
        """Whether a seat moved: not a random draw, a seat leaving, or a referee's line."""
        return self.seat >= 0 and not leaving_reason(self.text)

    @property
    def line(self) -> tuple[int, str]:
        """Seat and text: all that replaying the ledger needs."""
        return self.seat, self.text
