"""Signed links to answer a team's invitation without logging in.

A link names team and player. It works while the invitation is open, or the player is in the team
because of it, and the account is neither closed nor barred.
"""

from __future__ import annotations

from django.urls import reverse

from accounts.models import Player
from games.services.emails import answer_tokens
from games.services.errors import Refused
from notifications.services.headers import absolute_url
from tournaments import queries, team_queries
from tournaments.models import Team

SALT = "tournaments.team-answer"


def answer_url(team: Team, player: Player) -> str:
    """Return the absolute URL at which a player joins or declines."""
    token = answer_tokens.make_token(SALT, team.pk, player.pk)
    return absolute_url(reverse("tournaments:team_answer", args=[token]))


def read_answer_token(token: str) -> tuple[Team, Player]:
    """Return the team and the invited player; refuses ``dead_link``, ``already_entered``."""
    number, player_id = answer_tokens.read_numbers(token, SALT, 2)
    player = answer_tokens.active_player(player_id)
    teams = Team.objects.select_related("tournament", "captain")
    team = teams.filter(pk=number).first()
    if team is None:
        raise Refused("dead_link")
    asked = team.invitations.filter(player=player).first()
    if asked is None:
        plays = queries.is_entered(team.tournament, player)
        raise Refused("already_entered" if plays else "dead_link")
    if asked.accepted_at is not None and team_queries.team_of(team.tournament, player) != team:
        raise Refused("dead_link")
    return team, player
