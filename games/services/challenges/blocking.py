from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.services import circle
from games.models import Challenge
from games.services.challenges import challenges
from games.services.errors import Refused


@transaction.atomic
def block_player(player: Player, other: Player, *, now: datetime) -> None:
    """Block another player; challenges between the two are declined or withdrawn.

    That includes challenges for three or four that both have joined; the player leaves an open one.
    Running matches go on, without chat. The other player only sees what happens without a block,
    too: a declined or withdrawn challenge. Raises RelationRefused.
    """
    if not circle.block(player, other, now=now):
        return
    between = Q(challenger=player, opponent=other) | Q(challenger=other, opponent=player)
    waiting = Challenge.objects.open().filter(expires_at__gt=now).order_by("pk")
    tables = waiting.filter(places__player=player, places__joined_at__isnull=False).filter(
        places__player=other, places__joined_at__isnull=False
    )
    for challenge in [*waiting.filter(between), *tables]:
        if challenge.challenger_id == player.pk:
            verb = challenges.withdraw_challenge
        elif challenge.named or challenge.opponent_id is not None:
            verb = challenges.decline_challenge
        else:
            verb = challenges.leave_challenge
        try:
            verb(challenge.pk, player, now=now)
        except Refused as refusal:
            if refusal.code not in ("challenge_closed", "not_your_challenge"):
                raise
