"""Receivers: the end of a match notifies watchers and settles daily attempts; visits."""

from __future__ import annotations

from datetime import datetime

from django.dispatch import receiver

from accounts.models import Player
from games.models import Match
from games.services.match.undelivered import mark_player_present
from games.services.play.watching import notify_watchers
from games.services.solo.daily import record_attempt_result
from games.signals import match_finished
from notifications.signals import link_followed


@receiver(match_finished, dispatch_uid="games.notify_watchers")
def notify_watching(match: Match, **_signal: object) -> None:
    """Notify watchers, only once even if the result is corrected later."""
    if match.finished_at is not None:
        notify_watchers(match, now=match.finished_at)


@receiver(match_finished, dispatch_uid="games.record_attempt_result")
def settle_daily(match: Match, **_signal: object) -> None:
    if match.event and "day" in match.event:
        record_attempt_result(match)


@receiver(link_followed, dispatch_uid="games.note_visit")
def note_visit(player: Player, now: datetime, **_signal: object) -> None:
    """Restart the clocks of a player who follows an e-mail link."""
    mark_player_present(player, now=now)
