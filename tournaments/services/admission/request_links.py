"""Signed links by which an organiser answers a request to enter without logging in.

A link names the tournament, the player and the organiser, so it survives a withdrawn and repeated
request. It works while there is a request, the organiser organises the tournament, and their
account is neither closed nor barred.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments import queries
from tournaments.models import EntryRequest

SALT = "tournaments.entry-request"


def path_of(request: EntryRequest, organiser: Player) -> str:
    whom = (request.tournament_id, request.player_id, organiser.pk)
    return reverse("tournaments:entry_request", args=[answer_tokens.make_token(SALT, *whom)])


def url_of(request: EntryRequest, organiser: Player) -> str:
    return absolute_url(path_of(request, organiser))


def read_answer_token(token: str) -> tuple[EntryRequest, Player]:
    """Return a request and the organiser it was sent to; refuses ``dead_link``."""
    event, asking, organiser = answer_tokens.read_numbers(token, SALT, 3)
    player = answer_tokens.active_player(organiser)
    rows = EntryRequest.objects.select_related("tournament__organiser", "player")
    found = rows.filter(tournament=event, player=asking, player__closed_at=None).first()
    if found is None or not queries.is_organiser(found.tournament, player):
        raise Refused("dead_link")
    return found, player
