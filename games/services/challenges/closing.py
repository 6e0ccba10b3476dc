from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.services import closing
from games import lobby_queries
from games.models import Challenge, Ply, Seat, SeatChange, UsualTerms, Watch
from games.rules.multiplayer import CLOSED, can_leave
from games.services.challenges import challenges
from games.services.errors import Refused
from games.services.match.loaded import lock_match
from games.services.play import absence, results
from games.services.play.flags import settle_fallen
from games.services.ratings import ratings
from games.signals import account_closing
from notifications.services import erasure


@transaction.atomic
def close_account(player: Player, *, now: datetime) -> Player:
    """End the player's matches and challenges, then close the account; all or nothing.

    1. Their own challenges are withdrawn, those that name them declined. One that is accepted at
    the same moment already is a match.

    2. Fallen flags are settled (``flag_pending`` if one cannot be settled yet). Running matches are
    lost, or left if three or four play; they are annulled if somebody (with three or four:
    everybody) has not moved yet (C-11).

    3. Their waiting e-mails are withdrawn and their address is erased.

    4. The login and all private notes are deleted; results stay under an anonymous name.

    During step 2, when all matches are locked and their flags settled, ``account_closing`` is sent,
    so that other packages lock their rows after the matches. ValueError for a bot.
    """
    for challenge in lobby_queries.open_challenges_of(player, now):
        _end_challenge(challenge, player, now)
    ids = lobby_queries.running_match_ids(player)
    _lock_matches_and_ratings(ids)
    for match_id in ids:
        settle_fallen(match_id, now=now)
    account_closing.send(sender=Player, player=player, now=now)
    for match_id in lobby_queries.running_match_ids(
        player
    ):  # excludes matches just ended by their flag
        _leave_match(match_id, player, now)
    Seat.objects.filter(player=player).exclude(notes="").update(notes="")
    SeatChange.objects.filter(before=player).exclude(notes="").update(notes="")
    UsualTerms.objects.filter(player=player).delete()
    Watch.objects.filter(player=player).delete()
    erasure.erase_emails_of(player, now=now)
    return closing.close_account(player, now=now)


def _end_challenge(challenge: Challenge, player: Player, now: datetime) -> None:
    """Withdraw, leave or decline a challenge that is still open."""
    verb: Callable[..., Challenge] = challenges.decline_challenge
    if challenge.challenger_id == player.pk:
        verb = challenges.withdraw_challenge
    elif challenge.has_places and not challenge.named:
        verb = challenges.leave_challenge
    try:
        verb(challenge.pk, player, now=now)
    except Refused as refusal:
        if refusal.code != "challenge_closed":
            raise


def _lock_matches_and_ratings(match_ids: Sequence[int]) -> None:
    """Lock all matches, then all ratings they may change, in the order used by all services.

    Locking match by match could deadlock: it would hold a rating while waiting for a match.
    """
    figures: dict[str, set[int]] = {}
    for match_id in match_ids:
        loaded = lock_match(match_id)
        if loaded.match.rated:
            players = figures.setdefault(loaded.match.pool, set())
            players.update(seat.player_id for seat in loaded.seats)
    for pool in sorted(figures):
        ratings.lock_ratings(pool, sorted(figures[pool]))


def _leave_match(match_id: int, player: Player, now: datetime) -> None:
    """Resign or leave one match; annul it if it has not really begun (C-11)."""
    loaded = lock_match(match_id)
    if not loaded.match.is_running:
        return
    seat = loaded.seat_of(player)
    if absence.release_substitute(loaded, seat, now):
        return
    begun = bool(loaded.match.event) or not loaded.is_untouched
    if begun and can_leave(loaded.rules, len(loaded.seats)):
        if not seat.left_by:
            absence.remove_seat(loaded, seat, CLOSED, source=Ply.Source.SERVER, now=now)
    elif loaded.match.event and not seat.moved:
        results.lose_match(loaded, [seat.number], ending=results.NO_SHOW, now=now)
    elif loaded.match.event or all(each.moved for each in loaded.seats):
        results.lose_match(loaded, [seat.number], ending="resigned", now=now)
    else:
        results.annul_match(loaded, ending="account_closed", now=now)
