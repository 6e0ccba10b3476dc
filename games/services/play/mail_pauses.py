"""Pauses for undelivered e-mails, updated every minute; opponents are notified once."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games.models import Match, Pause, Seat
from games.services.emails import match_emails
from games.services.match import undelivered
from games.services.match.email_keys import current_turn_key
from games.services.match.loaded import LoadedMatch, lock_match, save_match
from notifications.queries import was_undelivered

BATCH_SIZE = 200

logger = logging.getLogger(__name__)


def notify_opponents(
    loaded: LoadedMatch, stopped: Sequence[undelivered.PausedSeat], *, now: datetime
) -> None:
    """Notify the opponents of players whose clocks have just been paused."""
    for seat, pause in stopped:
        if pause.until is not None and pause.until > now:
            for other in loaded.others(seat):
                match_emails.notify_unreached(loaded, other, seat, pause, now=now)


def update_mail_pauses(*, now: datetime) -> int:
    """Pause the clocks of failed e-mails; restart those whose e-mails arrived after all."""
    return _pause_failed(now) + _resume_arrived(now)


def _pause_failed(now: datetime) -> int:
    """Pause the clocks of turns whose e-mail failed for good."""
    begun = F("awaited_since")
    trouble = Q(player__email_settings__failed_at__gte=begun)
    trouble |= Q(player__email_settings__bounced_at__gte=begun)
    stopped = Pause.objects.filter(
        match=OuterRef("match"),
        player=OuterRef("player"),
        since=OuterRef("awaited_since"),
        reason=Pause.Reason.MAIL,
    )
    found = Seat.objects.filter(trouble, ~Exists(stopped), match__status=Match.Status.RUNNING)
    matches = found.order_by("match_id").values_list("match_id", flat=True).distinct()[:BATCH_SIZE]
    return sum(_refresh_pauses(match_id, now) for match_id in list(matches))


def _refresh_pauses(match_id: int, now: datetime) -> bool:
    """Pause the clocks of one match if needed; a failure is logged and does not stop others."""
    try:
        with transaction.atomic():
            loaded = lock_match(match_id)
            if not loaded.match.is_running:
                return False
            stopped = undelivered.pause_unreached_seats(loaded, now)
            notify_opponents(loaded, stopped, now=now)
            save_match(loaded)
            return bool(stopped)
    except Exception:
        logger.exception("match stepped aside", extra={"match": match_id})
        return False


def _resume_arrived(now: datetime) -> int:
    """Restart the clocks of turns whose e-mail has arrived meanwhile."""
    open_ones = Pause.objects.filter(reason=Pause.Reason.MAIL, until__gt=now)
    open_ones = open_ones.filter(match__status=Match.Status.RUNNING).order_by("match_id")
    return sum(_restart_clock(pause, now) for pause in open_ones.select_related("player__user"))


@transaction.atomic
def _restart_clock(pause: Pause, now: datetime) -> bool:
    """Restart one clock if its e-mail has arrived or its turn is over."""
    seats = Seat.objects.select_related("match", "player__user")
    found = seats.filter(match=pause.match_id, player=pause.player_id, awaited_since=pause.since)
    seat = found.first()
    if seat is not None and not undelivered.has_opened(seat, seat.match):
        key = current_turn_key(seat.match, seat)
        if was_undelivered(seat.player, key, failing=True):
            return False
    undelivered.end_pauses_in_match(pause.match_id, pause.player_id or 0, now)
    return True
