"""Signed links by which a recipient of an announcement enters without logging in.

A link names tournament and player. It works while the player may know of the tournament and the
account is neither closed nor barred.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments import queries
from tournaments.models import Tournament

SALT = "tournaments.entry"


def url_of(tournament: Tournament, player: Player) -> str:
    token = answer_tokens.make_token(SALT, tournament.pk, player.pk)
    return absolute_url(reverse("tournaments:enter_by_mail", args=[token]))


def read_entry_token(token: str) -> tuple[Tournament, Player]:
    """Return tournament and player of a link; refuses ``dead_link``."""
    event, told = answer_tokens.read_numbers(token, SALT, 2)
    player = answer_tokens.active_player(told)
    tournament = queries.visible_tournament(player, event)
    if tournament is None:
        raise Refused("dead_link")
    return tournament, player
