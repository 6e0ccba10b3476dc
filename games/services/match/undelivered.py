"""Pauses the clock of a turn whose e-mail did not arrive, until the player visits.

The cause is a row in the outbox. Whoever charges a turn or settles its flag looks for it under the
match's lock, so that no message between the two is needed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Player
from games.models import Match, Pause, Seat
from games.seat_queries import unseen_turn_q
from games.services.match.email_keys import current_turn_key
from games.services.match.loaded import LoadedMatch, lock_match, save_match, set_due_times
from notifications.queries import bounced_at, has_email_problem, reached_at, was_undelivered

MAX_CREDIT = timedelta(days=7)  # per player and match
VISIT_INTERVAL = timedelta(minutes=5)  # one visit is stored in this time, and the first in a turn
MIN_PAUSE = timedelta(microseconds=1)

PausedSeat = tuple[Seat, Pause]

logger = logging.getLogger(__name__)


def pause_for_undelivered_email(
    loaded: LoadedMatch, seat: Seat, now: datetime, *, flag: bool = False
) -> Pause | None:
    """Pause the clock of a turn whose e-mail did not arrive; return the new pause, if any.

    The pause lasts from the start of the turn until the player's first visit, at most MAX_CREDIT
    per match in all. With ``flag`` (a flag is about to fall) an e-mail that is still being retried
    counts, too.
    """
    since = seat.awaited_since
    if since is None or seat.is_absent or seat.player.address is None or since >= now:
        return None
    if not flag and not has_email_problem(seat.player, since):
        return None
    earlier = list(_email_pauses(seat))
    left = MAX_CREDIT - sum(map(_pause_length, earlier), timedelta())
    if (
        left <= MIN_PAUSE
        or any(each.since == since for each in earlier)
        or _knows_of_bounce(seat, since, earlier)
    ):
        return None
    if not was_undelivered(seat.player, current_turn_key(loaded.match, seat), failing=flag):
        return None
    here = _first_visit(seat, loaded.match, since)
    until = max(here, since + MIN_PAUSE) if here is not None else since + left
    pause = Pause.objects.create(
        match=loaded.match,
        reason=Pause.Reason.MAIL,
        player=seat.player,
        proposed_at=now,
        since=since,
        until=min(until, since + left),
    )
    loaded.match.has_pauses = True
    set_due_times(loaded, seat, now)
    if seat.deadline_at is None or seat.deadline_at > now:
        seat.flagged_at = None
    return pause


def record_email_arrival(loaded: LoadedMatch, seat: Seat) -> bool:
    """End the pause of this turn when its e-mail arrived; return whether one had arrived.

    Later bounces do not count against an e-mail that the player has answered.
    """
    since = seat.awaited_since
    if since is None or not (loaded.match.has_pauses or has_email_problem(seat.player, since)):
        return False
    arrived = reached_at(seat.player, f"match:{loaded.match.pk}", since)
    if arrived is None:
        return False
    until = max(arrived, since + MIN_PAUSE)
    _email_pauses(seat).filter(since=since, until__gt=until).update(until=until)
    return True


def pause_flagged_seats(loaded: LoadedMatch, now: datetime) -> list[PausedSeat]:
    """Check the e-mails of all seats whose flag seems to have fallen; return the new pauses."""
    return _pause_seats(loaded, loaded.seats_out_of_time(now), now, flag=True)


def pause_unreached_seats(loaded: LoadedMatch, now: datetime) -> list[PausedSeat]:
    """Check the e-mails of all seats; return the new pauses."""
    return _pause_seats(loaded, loaded.seats, now)


def _pause_seats(
    loaded: LoadedMatch, seats: Sequence[Seat], now: datetime, *, flag: bool = False
) -> list[PausedSeat]:
    found = ((seat, pause_for_undelivered_email(loaded, seat, now, flag=flag)) for seat in seats)
    return [(seat, pause) for seat, pause in found if pause is not None]


def has_opened(seat: Seat, match: Match) -> bool:
    """Whether the player has opened the current position."""
    return seat.seen_at is not None and seat.seen_ply >= match.ply_count


def _first_visit(seat: Seat, match: Match, since: datetime) -> datetime | None:
    """Return the player's first visit or opening of the position in this turn, if any."""
    known = [seat.here_at] if seat.here_at is not None and seat.here_at >= since else []
    known += [seat.seen_at] if seat.seen_at is not None and has_opened(seat, match) else []
    return min(known, default=None)


def _pause_length(pause: Pause) -> timedelta:
    return pause.until - pause.since if pause.until and pause.since else timedelta()


def _knows_of_bounce(seat: Seat, since: datetime, earlier: Sequence[Pause]) -> bool:
    """Whether the player visited, or had a pause, between the bounce and the start of the turn."""
    bounced, here = bounced_at(seat.player), seat.player.here_at
    if bounced is None or bounced >= since:
        return False
    return (here is not None and here >= bounced) or any(
        each.until is not None and each.until > bounced for each in earlier
    )


def _email_pauses(seat: Seat) -> QuerySet[Pause]:
    """Return the pauses of this seat's player in this match for undelivered e-mails."""
    return Pause.objects.filter(
        match_id=seat.match_id, player_id=seat.player_id, reason=Pause.Reason.MAIL
    )


def mark_player_present(player: Player, *, now: datetime) -> None:
    """Record a visit; ends the pauses of a player whose e-mails did not arrive."""
    if player.user_id is None:  # guests and bots get no e-mails
        return
    late = player.here_at is None or now - player.here_at >= VISIT_INTERVAL
    if end_email_pauses(player, now=now) if player.unreached_since is not None else late:
        record_visit(player, now=now)
    elif player.has_new_turn:
        _record_visit_in_seats(_unseen_turns(player, now), now)
        player.has_new_turn = False


def record_visit(player: Player, *, now: datetime) -> None:
    """Record a visit, also in turns that began since the last one.

    Call outside of transactions: it updates seats without their matches' locks and skips locked
    ones, which the next request tries again.
    """
    seats = _unseen_turns(player, now)
    numbers = list(seats.values_list("pk", flat=True))
    noted = _record_visit_in_seats(seats, now) if numbers else 0
    if noted == len(numbers):
        Player.objects.filter(pk=player.pk).update(here_at=now)
        player.here_at, player.has_new_turn = now, False


def _unseen_turns(player: Player, now: datetime) -> QuerySet[Seat]:
    return Seat.objects.filter(unseen_turn_q(), player=player, awaited_since__lte=now)


def _record_visit_in_seats(seats: QuerySet[Seat], now: datetime) -> int:
    """Record a visit in the seats that are not locked; return how many."""
    with transaction.atomic(savepoint=False):
        free = seats.select_for_update(skip_locked=True, no_key=True).order_by()
        return Seat.objects.filter(pk__in=free.values("pk")).update(here_at=now)


def end_email_pauses(player: Player, *, now: datetime) -> bool:
    """End all pauses of a player for undelivered e-mails; return whether every match succeeded."""
    if player.unreached_since is None:
        return True
    awaited = Seat.objects.filter(player=player, match__status=Match.Status.RUNNING)
    awaited = awaited.filter(awaited_since__lt=now).order_by("match_id")
    for match_id in list(awaited.values_list("match_id", flat=True).distinct()):
        if not _mark_present(match_id, player, now):
            return False  # tried again by the next request
    here = Player.objects.filter(pk=player.pk, unreached_since=player.unreached_since)
    here.update(unreached_since=None)
    player.unreached_since = None
    return True


def _mark_present(match_id: int, player: Player, now: datetime) -> bool:
    """Pause the clock up to now and restart it; False if the match could not be changed."""
    try:
        with transaction.atomic():
            loaded = lock_match(match_id)
            for seat in loaded.seats:
                if seat.player_id == player.pk and loaded.match.is_running:
                    pause_for_undelivered_email(loaded, seat, now, flag=True)
            save_match(loaded)
            end_pauses_in_match(match_id, player.pk, now)
    except Exception:
        logger.exception("match stepped aside", extra={"match": match_id})
        return False
    return True


@transaction.atomic
def record_opening(match_id: int, player: Player, *, now: datetime) -> None:
    """End the pause of a match whose player has opened the position."""
    waiting = Pause.objects.filter(match_id=match_id, player=player, reason=Pause.Reason.MAIL)
    if waiting.filter(until__gt=now).exists():
        end_pauses_in_match(match_id, player.pk, now)


def end_pauses_in_match(match_id: int, player_id: int, now: datetime) -> None:
    """End the player's e-mail pauses in a match and recompute the due times."""
    loaded = lock_match(match_id)
    for seat in loaded.seats:
        if seat.player_id == player_id:
            _email_pauses(seat).filter(until__gt=now, since__lt=now).update(until=now)
            set_due_times(loaded, seat, now)
    save_match(loaded)
