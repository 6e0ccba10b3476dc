"""Leaving a running season: what is being played is resigned, the rest is lost without play."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.services.errors import Refused
from games.services.matches import resign_match
from tournaments.models import Entrant
from tournaments.services.entries import running_matches_of, withdraw


def withdraw_and_resign(pk: int, player: Player, *, now: datetime) -> Entrant:
    """Withdraw, then resign every match that still runs, each in its own transaction.

    The withdrawal stands first, so that nothing new begins; killed in between, the next call goes
    on with what is left. A match that ended meanwhile is left as it is.
    """
    entrant = Entrant.objects.filter(tournament_id=pk, player=player).first()
    if entrant is None or entrant.status != Entrant.Status.WITHDRAWN:
        entrant = withdraw(pk, player, now=now)
    for match_id in running_matches_of(entrant):
        try:
            resign_match(match_id, player, now=now, for_good=True)
        except Refused as refusal:
            if refusal.code not in ("match_over", "you_left"):
                raise
    return entrant
