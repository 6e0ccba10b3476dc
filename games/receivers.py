"""What follows the end of a match: the table of the puzzle of the day."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.services.solo.daily import settle_attempt
from games.signals import match_finished


@receiver(match_finished, dispatch_uid="games.settle_attempt")
def settle_daily(match: Any, **_signal: object) -> None:
    """Settle the attempt where the match was one."""
    if match.event and "day" in match.event:
        settle_attempt(match)
