"""Elo ratings: the current one per pool, and the ledger it is computed from."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.models.intervention import Intervention
from games.models.ledger import AppendOnlyQuerySet, LedgerLine
from games.models.match import Match


class Rating(models.Model):
    """A player's current rating in a pool: a copy that ``manage.py ratings`` recomputes."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    pool = models.CharField(_("pool"), max_length=40)
    value = models.IntegerField(_("rating in hundredths"))
    games = models.PositiveIntegerField(_("rated matches"), default=0)
    entries = models.PositiveIntegerField(_("lines in the ledger"), default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pool"], name="rating_once_a_pool")
        ]
        indexes: ClassVar = [models.Index(fields=["pool", "-value"], name="rating_board")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool}: {self.value}"


class RatingEntry(LedgerLine):
    """One change of a rating, in hundredths, and the match that caused it.

    The entry of a result has the ``turn`` at which the match was rated, the rank and the side; an
    entry with an intervention corrects earlier results, and ``counts`` is the number of rated
    matches it adds (−1 if one no longer counts).
    """

    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_entries", db_index=False
    )
    pool = models.CharField(_("pool"), max_length=40)
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_entries")
    number = models.PositiveIntegerField(
        _("number"), help_text=_("counts a player's entries in a pool from 1")
    )
    at = models.DateTimeField(_("at"))
    games_before = models.PositiveIntegerField(_("rated matches before"))
    before = models.IntegerField(_("before"))
    after = models.IntegerField(_("after"))
    turn = models.PositiveIntegerField(_("rated at turn"), default=0)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    side = models.PositiveSmallIntegerField(_("side"), default=0)
    counts = models.SmallIntegerField(_("rated matches it adds"), default=1)
    intervention = models.ForeignKey(
        Intervention,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        db_index=False,
    )

    objects = AppendOnlyQuerySet["RatingEntry"].as_manager()

    class Meta:
        """Entries of a player are numbered without gaps; a pool is replayed in order of id."""

        verbose_name_plural = _("rating entries")
        ordering: ClassVar = ["player_id", "pool", "number"]
        indexes: ClassVar = [models.Index(fields=["pool", "id"], name="entry_in_its_pool")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "pool", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["match", "player", "turn"],
                name="entry_once_an_end",
                condition=models.Q(intervention=None),
            ),
            models.UniqueConstraint(
                fields=["intervention", "player", "pool"],
                name="entry_once_an_intervention",
                condition=~models.Q(intervention=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.pool} {self.number}: {self.before} → {self.after}"

    @property
    def games_after(self) -> int:
        return self.games_before + self.counts

    @property
    def delta(self) -> int:
        """The change in hundredths."""
        return self.after - self.before
