"""What follows the end of a match: e-mails to those who watch, the table of the daily puzzle."""

from __future__ import annotations

from django.dispatch import receiver

from games.models import Match
from games.services.play.watching import notify_watchers
from games.services.solo.daily import settle_attempt
from games.signals import match_finished


@receiver(match_finished, dispatch_uid="games.notify_watchers")
def notify_watching(match: Match, **_signal: object) -> None:
    """Write to those who watch the match, once, however often its result is corrected."""
    if match.finished_at is not None:
        notify_watchers(match, now=match.finished_at)


@receiver(match_finished, dispatch_uid="games.settle_attempt")
def settle_daily(match: Match, **_signal: object) -> None:
    if match.event and "day" in match.event:
        settle_attempt(match)
