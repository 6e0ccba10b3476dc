"""Fills the free places of a challenge with bots, so that a match of three or four can start."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games import lobby_queries
from games.models import Challenge
from games.services.bots.capacity import has_room_for, remaining_capacity
from games.services.challenges import invitations
from games.services.challenges.challenges import lock_open_challenge, start_match_if_full
from games.services.challenges.places import joined_players, replace_pending_places
from games.services.errors import Refused
from games.services.time.timetable import ALWAYS


@transaction.atomic
def fill_with_bots(challenge_id: int, player: Player, *, seed: str, now: datetime) -> Challenge:
    """Give all free and unanswered places to bots that always answer; start the match.

    For the challenger only. Refuses ``bot_full`` if there are too few bots; its params say whether
    they do not know the game or are busy.
    """
    challenge = lock_open_challenge(challenge_id, now)
    if challenge.challenger_id != player.pk or not challenge.has_places:
        raise Refused("not_your_challenge")
    joined = joined_players(challenge)
    missing = challenge.seats - len(joined)
    fit = [
        bot
        for bot in lobby_queries.active_bots().filter(timetable=ALWAYS, accepts_challenges=True)
        if challenge.ruleset in bot.rulesets and bot.player not in joined
    ]
    bots = [bot.player for bot in fit if has_room_for(bot, player)]
    if len(fit) < missing:
        raise Refused("bot_full", needed=missing, fit=len(fit))
    if len(bots) < missing:
        full = sum(remaining_capacity(bot) <= 0 for bot in fit)
        together = len(fit) - len(bots) - full
        raise Refused("bot_full", needed=missing, fit=len(fit), full=full, together=together)
    invitations.withdraw_invitations(challenge, now=now)  # those asked lose their places
    replace_pending_places(challenge, bots[:missing], now)
    start_match_if_full(challenge, seed, now)
    return challenge
