"""Signed links to answer a club's invitation without logging in.

A link names club and player. It works while the invitation, or the membership that followed, stands
and the account is neither closed nor barred.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments import club_queries
from tournaments.models import ClubInvitation

SALT = "tournaments.club-invitation"


def path_of(invitation: ClubInvitation) -> str:
    token = answer_tokens.make_token(SALT, invitation.club_id, invitation.player_id)
    return reverse("tournaments:club_invitation", args=[token])


def url_of(invitation: ClubInvitation) -> str:
    return absolute_url(path_of(invitation))


def read_answer_token(token: str) -> tuple[ClubInvitation, Player]:
    """Return an invitation, open or answered, and the invited player; refuses ``dead_link``."""
    club, asked = answer_tokens.read_numbers(token, SALT, 2)
    player = answer_tokens.active_player(asked)
    rows = ClubInvitation.objects.select_related("club", "by", "player__user")
    found = rows.filter(club=club, player=player, withdrawn_at=None).first()
    if found is None:
        raise Refused("dead_link")
    if found.accepted_at is not None and not club_queries.is_member(found.club, player):
        raise Refused("dead_link")
    return found, player
