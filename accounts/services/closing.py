"""Closing an account: personal data is erased, results stay."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Q

from accounts.models import Block, Follow, Player, User


@transaction.atomic
def close_account(player: Player, *, now: dt.datetime) -> Player:
    """Anonymise the player and delete the login with its addresses, token and password.

    The row (for results and ratings), the zone and the leave (to recompute finished clocks) are
    kept. The caller must have ended running matches. Does nothing if already closed; raises
    ValueError for a bot.
    """
    row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if row.is_bot:
        message = f"{row.name} is a bot; bots have no account to close"
        raise ValueError(message)
    if row.closed_at is not None:
        return row
    user_id = row.user_id
    row.leaves.filter(cancelled_at=None, last_day__gte=now.astimezone(row.zone).date()).update(
        cancelled_at=now
    )
    row.user = None
    row.name = f"Closed account {row.pk}"
    row.about = row.country = row.region = row.welcome_goal = ""
    row.links, row.speaks, row.shows_country = [], [], False
    Follow.objects.filter(Q(player=row) | Q(other=row)).delete()
    Block.objects.filter(Q(player=row) | Q(other=row)).delete()
    row.here_at, row.closed_at = None, now
    row.save()
    if user_id is not None:
        User.objects.filter(pk=user_id).delete()
    return row
