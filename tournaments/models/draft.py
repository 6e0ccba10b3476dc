from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.division import Division


class RoundDraft(models.Model):
    """The next round of a division, paired but not published, for its organisers to review.

    ``tables`` and ``byes`` are lists as in a plan: [board, entrants] and [board, entrant, kind of
    bye]. ``field`` records who was present when it was paired and who sits out how; ``basis`` is a
    digest of the results it was paired from.
    """

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="draft")
    number = models.PositiveSmallIntegerField(_("number"))
    made_at = models.DateTimeField(_("made"))
    publish_by = models.DateTimeField(_("published automatically"))
    tables = models.JSONField(_("tables"), default=list)
    byes = models.JSONField(_("byes"), default=list)
    engine = models.CharField(_("pairing engine"), max_length=60)
    engine_input = models.TextField(_("pairing input"), blank=True)
    note = models.CharField(_("reason the first engine failed"), max_length=40, blank=True)
    field = models.JSONField(_("players present"), default=list)
    basis = models.CharField(_("digest of the results"), max_length=64, blank=True)
    by_hand = models.BooleanField(_("changed by hand"), default=False)

    class Meta:
        verbose_name = _("unpublished round")
        verbose_name_plural = _("unpublished rounds")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.division_id}/{self.number}"
