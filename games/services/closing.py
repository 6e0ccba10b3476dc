"""Closing an account together with everything that still runs under its name."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from accounts.services import closing
from games import lobby_queries
from games.services import challenges, matches
from games.services.table import open_table
from notifications.services import parting


@transaction.atomic
def close_account(player: Player, *, now: datetime) -> Player:
    """End the player's matches and challenges, then close the account; all of it or nothing.

    1. Running matches are resigned; where some seat never moved they are annulled (C-11).
    2. His challenges are withdrawn, those that name him declined.
    3. His waiting letters are taken back, his address is forgotten.
    4. The login goes, the results stay under an anonymous name.

    A bot has no account to close (ValueError).
    """
    for match_id in lobby_queries.running_ids(player):
        _leave_match(match_id, player, now)
    for challenge in lobby_queries.open_challenges_of(player, now):
        if challenge.challenger_id == player.pk:
            challenges.withdraw_challenge(challenge.pk, player, now=now)
        else:
            challenges.decline_challenge(challenge.pk, player, now=now)
    parting.forget_player(player, now=now)
    return closing.close(player, now=now)


def _leave_match(match_id: int, player: Player, now: datetime) -> None:
    """Resign one match, or annul it where somebody has not moved yet."""
    table = open_table(match_id)
    if not table.match.is_running:
        return
    if all(seat.moved for seat in table.seats):
        matches.resign_match(match_id, player, now=now)
    else:
        matches.annul_match(table, ending="account_closed", now=now)
