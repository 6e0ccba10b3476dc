"""The ledger of a match: its plies."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from games.models.match import Match
from games.rules.base import CHANCE, MAX_MOVE_LENGTH
from games.rules.multiplayer import OUT, REFEREE, leaving_reason, parse_resumption


class PlyQuerySet(AppendOnlyQuerySet["Ply"]):
    def last_move(self, match: Match) -> str | None:
        """Return the last move up to the match's ply, without random draws, if there is one."""
        told = self.filter(match=match, number__lte=match.ply_count).exclude(seat=CHANCE)
        told = told.exclude(text__startswith=f"{OUT} ")
        lines = told.order_by("-number").values_list("seat", "text")
        last = lines.first()
        while last is not None and last[0] == REFEREE:
            last = lines.filter(number__lte=parse_resumption(*last)).first()
        return last[1] if last is not None else None


class Ply(LedgerLine):
    """One line of the append-only ledger: what was played, by whom, when; seat −1 is a lot.

    Seat −2 is a referee, or both players (``AGREED``), who let the match go on from the position
    after an earlier ply.
    """

    class Source(models.TextChoices):
        PAGE = "page", _("page")
        LINK = "link", _("link in an e-mail")
        MAIL = "mail", _("reply by e-mail")
        API = "api", _("API")
        BOT = "bot", _("bot")
        SERVER = "server", _("server")
        ORDER = "order", _("order given beforehand")
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
    source = models.CharField(_("received by"), max_length=9, choices=Source)
    proof = models.JSONField(_("proof of the random draw"), null=True, blank=True)

    objects = PlyQuerySet.as_manager()

    class Meta:
        """A ply number exists once per match: the guard against doubles."""

        verbose_name = _("ply")
        verbose_name_plural = _("plies")
        ordering: ClassVar = ["match_id", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="ply_number_once")
        ]

    def __str__(self) -> str:
        """Show match and number; the move may be secret yet."""
        return f"{self.match_id}/{self.number}"

    @property
    def is_move(self) -> bool:
        """Whether a seat moved: no lot, nobody's leaving, no line of a referee."""
        return self.seat >= 0 and not leaving_reason(self.text)

    @property
    def line(self) -> tuple[int, str]:
        """Seat and move: all that replaying the ledger needs."""
        return self.seat, self.text
