"""Pauses by agreement."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from games.match_queries import proposed_pauses
from games.models import Pause
from games.services.emails import match_emails
from games.services.errors import Refused
from games.services.match import email_keys
from games.services.match.loaded import LoadedMatch, lock_match, save_match, set_due_times
from games.services.play.flags import settle_flags_before
from notifications.services.limits import caused_by


@settle_flags_before
@transaction.atomic
def propose_pause(match_id: int, player: Player, until: datetime, *, now: datetime) -> Pause:
    """Propose a pause of all clocks of the match until an instant; the opponent must agree."""
    loaded = lock_match(match_id)
    seat = loaded.seat_of(player)
    loaded.require_running()
    if len(loaded.seats) > 2:
        raise Refused("no_pause_among_many")
    if until <= now:
        raise Refused("pause_in_the_past")
    if (until - now).days > 60:
        raise Refused("pause_too_long", days=60)
    _expire_proposals(loaded, proposed_pauses(loaded.match.pk, now).filter(proposed_by=player), now)
    pause = Pause.objects.create(
        match=loaded.match,
        reason=Pause.Reason.AGREED,
        proposed_by=player,
        proposed_at=now,
        until=until,
        question=email_keys.next_question_number(loaded),
    )
    with caused_by(player):
        for other in loaded.others(seat):
            match_emails.notify_pause_proposed(loaded, other, pause, now=now)
    return pause


@settle_flags_before
@transaction.atomic
def accept_pause(match_id: int, player: Player, until: datetime, *, now: datetime) -> Pause:
    """Accept the opponent's proposed pause with this end; it begins now.

    Accepting twice changes nothing.
    """
    loaded = lock_match(match_id)
    loaded.seat_of(player)
    loaded.require_running()
    proposed = proposed_pauses(loaded.match.pk, now)
    theirs = Pause.objects.filter(match=loaded.match, until__gt=now, until=until)
    theirs = theirs.filter(reason=Pause.Reason.AGREED).exclude(proposed_by=player)
    pause = theirs.order_by("-pk").first()
    if pause is not None and pause.since is not None:
        return pause  # already accepted
    if pause is None:
        raise Refused("no_pause_proposed")
    pause.since = now
    pause.save(update_fields=["since"])
    email_keys.withdraw_pause_emails(loaded, pause, now=now)
    _expire_proposals(loaded, proposed, now)
    loaded.match.has_pauses = True
    for seat in loaded.seats:
        set_due_times(loaded, seat, now)
    save_match(loaded)
    return pause


@settle_flags_before
@transaction.atomic
def decline_pause(
    match_id: int, player: Player, until: datetime | None = None, *, now: datetime
) -> None:
    """Decline the opponent's proposed pause; with ``until`` only if that is its end."""
    loaded = lock_match(match_id)
    loaded.seat_of(player)
    loaded.require_running()
    proposed = proposed_pauses(loaded.match.pk, now).exclude(proposed_by=player)
    if not proposed.exists():
        raise Refused("no_pause_proposed")
    if until is not None and not proposed.filter(until=until).exists():
        raise Refused("not_asked_any_more")
    _expire_proposals(loaded, proposed, now)


def _expire_proposals(loaded: LoadedMatch, proposed: QuerySet[Pause], now: datetime) -> None:
    """Expire proposals; the rows stay, so that their question numbers are not reused."""
    for pause in proposed:
        email_keys.withdraw_pause_emails(loaded, pause, now=now)
    proposed.update(until=now)
