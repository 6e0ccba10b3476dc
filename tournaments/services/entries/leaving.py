"""Leaving a running season: current matches are resigned, the others are forfeited."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import F

from accounts.models import Player
from games.models import Match, Ply
from games.services.errors import Refused
from games.services.play.matches import leave_match
from games.services.ratings import ratings
from notifications.services.limits import caused_by
from tournaments.models import Entrant, FixtureSeat, Tournament
from tournaments.services.entries.persons import running_matches_of, withdraw


def withdraw_and_resign(pk: int, player: Player, *, now: datetime) -> Entrant:
    """Withdraw, then resign every running match, each in its own transaction.

    The withdrawal is committed first, so nothing new starts. If the process is killed in between,
    or a flag may have fallen in an outage, the season's next steps resign what is left. A match
    that has ended meanwhile stays as it is.
    """
    entrant = Entrant.objects.filter(tournament_id=pk, player=player).first()
    if entrant is None or entrant.status != Entrant.Status.WITHDRAWN:
        with caused_by(player, bounded=False):
            entrant = withdraw(pk, player, now=now)
    for match_id in running_matches_of(entrant):
        _resign(match_id, player, Ply.Source.PAGE, now)
    return entrant


def resign_next_withdrawn(
    tournament: Tournament, now: datetime, _make_seed: Callable[[], str]
) -> bool:
    """Resign one match that a withdrawn player has not resigned yet.

    Matches locked by others are skipped, since their owners may be waiting for this tournament,
    which is locked here (closing accounts do that).
    """
    left = FixtureSeat.objects.filter(
        left_open=True,
        entrant__status=Entrant.Status.WITHDRAWN,
        fixture__settled_at=None,
        fixture__round__division__tournament=tournament,
        fixture__match__status=Match.Status.RUNNING,
        fixture__match__seats__player=F("entrant__player"),
        fixture__match__seats__left_by="",
    )
    seats = left.select_related("entrant__player__user", "fixture").order_by("fixture__match")
    return any(
        _resign(seat.fixture.match_id, seat.entrant.player, Ply.Source.SERVER, now)
        for seat in seats
        if seat.fixture.match_id is not None and _try_lock_match(seat.fixture.match_id)
    )


def _try_lock_match(match_id: int) -> bool:
    """Lock a match and the ratings it changes without waiting; return whether all were free."""
    match = Match.objects.select_for_update(skip_locked=True).filter(pk=match_id).first()
    if match is None or not match.rated:
        return match is not None
    return ratings.lock_free_ratings(match.pool, list(match.seats.values_list("player", flat=True)))


def _resign(match_id: int, player: Player, source: str, now: datetime) -> bool:
    """Resign a match; return False if a flag must be settled first.

    A match that is over, or that the player has left, stays as it is.
    """
    try:
        leave_match(match_id, player, now=now, source=source)
    except Refused as refusal:
        if refusal.code not in ("match_over", "you_left", "flag_pending"):
            raise
        return refusal.code != "flag_pending"
    return True
