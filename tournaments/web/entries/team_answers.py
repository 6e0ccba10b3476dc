"""Joining a team, or declining, by the link of an invitation, without a login."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.queries import PageRequest
from games.web.access import for_link_recipient
from tournaments import team_queries
from tournaments.services.emails import answer_links
from tournaments.services.entries import teams
from tournaments.web.answering import handle_answer
from tournaments.web.errors import show_refusals

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Team


@show_refusals
@for_link_recipient(answer_links.read_answer_token)
def answer(request: PageRequest, team: Team, player: Player) -> HttpResponse:
    """Show which team invites (GET changes nothing) and handle the answer."""

    def act(accept: bool) -> str:
        teams.answer_invitation(team.pk, player, accept=accept, now=timezone.now())
        return "joined" if accept else "declined"

    done, error = handle_answer(request, act)
    if not (done or error) and team_queries.team_of(team.tournament, player) == team:
        done = "joined"
    context = {
        "team": team,
        "player": player,
        "done": done,
        "error": error,
        "open": not done
        and team.tournament.is_open
        and team in team_queries.invitations_to(team.tournament, player),
    }
    return render(request, "tournaments/team_answer.html", context, status=409 if error else 200)
