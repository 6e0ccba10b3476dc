"""Signed links with which a named opponent answers a challenge without logging in.

A link names challenge and player. It works while the challenge is open and the account is active;
who was asked cannot change.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.models import Challenge, Place
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url

SALT = "games.challenge-answer"


def answer_url(challenge: Challenge, player: Player) -> str:
    """Return the absolute URL at which a player answers."""
    token = answer_tokens.make_token(SALT, challenge.pk, player.pk)
    return absolute_url(reverse("games:challenge_answer", args=[token]))


def read_answer_token(token: str) -> tuple[Challenge, Player]:
    """Return the challenge and the named opponent; refuses ``dead_link``."""
    number, player_id = answer_tokens.read_numbers(token, SALT, 2)
    challenge = Challenge.objects.select_related("challenger").filter(pk=number).first()
    player = answer_tokens.active_player(player_id)
    if challenge is None or not _is_asked(challenge, player):
        raise Refused("dead_link")
    return challenge, player


def _is_asked(challenge: Challenge, player: Player) -> bool:
    asked = Place.objects.filter(challenge=challenge, player=player)
    return challenge.opponent_id == player.pk or (challenge.named and asked.exists())
