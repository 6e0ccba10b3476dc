from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from tournaments.models import Entrant, Team, Tournament
from tournaments.services.emails import team_notices
from tournaments.services.entrants.team_field import appoint_captain, withdraw_with_members
from tournaments.services.entrants.team_ranks import ranked_members


def update_team_after_leaving(tournament: Tournament, entrant: Entrant, now: datetime) -> None:
    """Update a team after one of its members has withdrawn.

    Before the start the member is removed from it. If the captain left, the highest-ranked member
    becomes captain; a team without members ends.
    """
    team = entrant.team
    if team is None:
        return
    if tournament.is_open:
        entrant.team, entrant.team_rank = None, None
        entrant.save(update_fields=["team", "team_rank"])
    crew = ranked_members(tournament, team)
    if not crew:
        end_team(tournament, team, now)
    elif entrant.player_id == team.captain_id:
        if tournament.is_running:
            entrant.led_team = True
            entrant.save(update_fields=["led_team"])
        appoint_captain(team, crew[0], now)


def restore_captain(entrant: Entrant, now: datetime) -> list[Player]:
    """Make a returning captain captain again; return whoever led the team meanwhile."""
    if entrant.team is None or not entrant.led_team:
        return []
    entrant.led_team = False
    entrant.save(update_fields=["led_team"])
    if entrant.team.captain_id == entrant.player_id:
        return []
    meanwhile = entrant.team.captain
    appoint_captain(entrant.team, entrant, now)
    return [meanwhile]


def end_team(tournament: Tournament, team: Team, now: datetime) -> None:
    """End a team: deleted before the start, later withdrawn under the half rule."""
    if not tournament.is_open:
        withdraw_with_members(team, now)
        return
    Entrant.objects.filter(team=team).exclude(status=Entrant.Status.WITHDRAWN).update(
        status=Entrant.Status.WITHDRAWN, withdrawn_at=now
    )
    Entrant.objects.filter(team=team).update(team=None, team_rank=None)
    team.delete()
    move_up_teams(tournament, now)


def has_free_place(tournament: Tournament) -> bool:
    if tournament.most is None:
        return True
    return Team.objects.playing().filter(tournament=tournament).count() < tournament.most


def move_up_teams(tournament: Tournament, now: datetime) -> None:
    """Give free places to the teams that have waited longest."""
    for team in Team.objects.waiting().filter(tournament=tournament):
        if not has_free_place(tournament):
            return
        team.status = Team.Status.ENTERED
        team.save(update_fields=["status"])
        team_notices.notify_moved_up(team, now=now)
