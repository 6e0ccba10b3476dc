"""Rulings form an append-only chain: the digest of each line covers the line before."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models import Match
from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from tournaments.referees.models.case import Case

FIRST_DIGEST = "0" * 64
HASHED_FIELDS = (
    "number",
    "previous",
    "at",
    "signed_at",
    "case_id",
    "match_id",
    "player_id",
    "act",
    "params",
    "paragraph",
    "reason",
    "by_id",
    "undoes_id",
    "appeal_of_id",
    "effects",
)


class RulingQuerySet(AppendOnlyQuerySet["Ruling"]):
    def standing(self) -> RulingQuerySet:
        """Rulings that have not been undone and do not undo another one."""
        return self.filter(undone_by=None, undoes=None)


class Ruling(LedgerLine):
    """One act of a referee with its reason; ``digest`` covers its content and the previous line.

    ``at`` is when it takes effect (the instant of its preview), ``signed_at`` when it was signed.
    ``effects`` records what it changed, for undoing it and for replaying matches.
    """

    number = models.PositiveIntegerField(_("number"), unique=True)
    previous = models.CharField(_("digest of the previous line"), max_length=64, unique=True)
    digest = models.CharField(_("digest"), max_length=64, unique=True)
    at = models.DateTimeField(_("at"))
    signed_at = models.DateTimeField(_("signed"))
    case = models.ForeignKey(Case, on_delete=models.PROTECT, related_name="rulings")
    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    player = models.ForeignKey(
        Player,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rulings",
        help_text=_("player who is warned or suspended"),
    )
    act = models.CharField(_("act"), max_length=20)
    params = models.JSONField(_("details"), default=dict)
    paragraph = models.CharField(_("paragraph"), max_length=80)
    reason = models.TextField(_("reason"), max_length=2000)
    by = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="rulings_made")
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    appeal_of = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="appeals"
    )
    effects = models.JSONField(_("effects"), default=dict)

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering: ClassVar = ["number"]

    def __str__(self) -> str:
        return f"{self.number}. {self.act}"

    def content(self) -> dict[str, object]:
        """Return everything the digest covers, as plain JSON."""
        return {name: _to_plain_json(getattr(self, name)) for name in HASHED_FIELDS}


def _to_plain_json(value: Any) -> Any:
    """Return an instant as an ISO string in UTC, any other value unchanged."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


class ChainHead(models.Model):
    """The end of the chain of rulings: a single row, locked while a line is appended."""

    number = models.PositiveIntegerField(_("number"), default=0)
    digest = models.CharField(_("digest"), max_length=64, default=FIRST_DIGEST)

    def __str__(self) -> str:
        return str(self.number)
