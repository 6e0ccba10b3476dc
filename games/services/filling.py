"""Bots for the places that nobody has taken, so that a table of three or four can begin."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games import queries
from games.models import Challenge
from games.services import invitations
from games.services.bots import has_room_for
from games.services.challenges import begin_if_full, lock_open
from games.services.errors import Refused
from games.services.places import invite_instead, joined_players
from games.services.timetable import ALWAYS


@transaction.atomic
def fill_with_bots(challenge_id: int, player: Player, *, seed: str, now: datetime) -> Challenge:
    """Let bots that always answer take what is free and what nobody has answered; start the match.

    Only the challenger may; refuses ``bot_full`` where there are not enough of them.
    """
    challenge = lock_open(challenge_id, now)
    if challenge.challenger_id != player.pk or not challenge.has_places:
        raise Refused("not_your_challenge")
    joined = joined_players(challenge)
    missing = challenge.seats - len(joined)
    bots = [
        bot.player
        for bot in queries.bots_playing().filter(timetable=ALWAYS, accepts_challenges=True)
        if challenge.ruleset in bot.rulesets
        and bot.player not in joined
        and has_room_for(bot, player)
    ]
    if len(bots) < missing:
        raise Refused("bot_full")
    invitations.withdraw_challenge(challenge, now=now)  # those asked lose their places
    invite_instead(challenge, bots[:missing], now)
    begin_if_full(challenge, seed, now)
    return challenge
