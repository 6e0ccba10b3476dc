from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.standings.withdrawal import WithdrawalRule


class Through(models.TextChoices):
    """Who advances from a knock-out fixture that is still tied at its end."""

    SEED = "seed", _("the better seed")
    LOTS = "lots", _("by random draw")


class Withdrawals(models.TextChoices):
    """Which finished matches of withdrawn entrants count in a round robin."""

    HALF = (
        WithdrawalRule.HALF.value,
        _("finished matches count if at least half were finished (FIDE)"),
    )
    FINISHED = WithdrawalRule.FINISHED.value, _("finished matches count")
    NOTHING = WithdrawalRule.NOTHING.value, _("all matches count as lost")
