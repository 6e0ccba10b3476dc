"""Founding a team: permission, name and first member."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from accounts.naming import has_controls, has_invisible, has_link, tidy_line
from games.services.errors import Refused
from tournaments.models import Club, Entrant, EntryRequest, Team, TeamInvitation, Tournament
from tournaments.services.entrants import departures
from tournaments.services.entrants.team_field import find_alike, team_named
from tournaments.services.entries import conditions
from tournaments.services.entries.persons import is_full, require_can_enter
from tournaments.services.reserving import reserve_seats

MIN_NAME_LENGTH, MAX_NAME_LENGTH = 2, 40


@dataclass(frozen=True)
class NewTeam:
    """A captain's choices for a team; ``key`` is the secret of the link by which others join."""

    name: str
    club: Club | None
    key: str


def clean_team_name(
    tournament: Tournament, captain: Player, name: str, now: datetime, *, let_in: bool = False
) -> str:
    """Return the tidied name of a team that the captain may found.

    ``let_in``: an organiser has accepted it, whatever the conditions are now. Refuses
    ``no_teams_here``, ``bad_team_name``, ``link_in_name``, ``team_name_taken``,
    ``already_entered``, and what ``require_can_enter`` and ``conditions`` refuse.
    """
    conditions.check_known(tournament, captain, let_in=let_in)
    if not tournament.event_format.has_teams:
        raise Refused("no_teams_here")
    require_can_enter(tournament, captain, now, invited=let_in)
    if not let_in:
        conditions.check_club(tournament, captain)
    called = tidy_line(name)
    if has_controls(called):
        raise Refused("control_characters")
    if has_link(called):
        raise Refused("link_in_name")
    fits = MIN_NAME_LENGTH <= len(called) <= MAX_NAME_LENGTH and called.isprintable()
    if not fits or has_invisible(called):
        raise Refused("bad_team_name", low=MIN_NAME_LENGTH, limit=MAX_NAME_LENGTH)
    other = team_named(tournament, called) or _team_requested(tournament, captain, called)
    if other is not None:
        raise Refused("team_name_taken", name=other)
    require_not_entered(tournament, captain)
    return called


def require_not_entered(tournament: Tournament, player: Player) -> None:
    own = Entrant.objects.filter(tournament=tournament, player=player)
    if own.exclude(status=Entrant.Status.WITHDRAWN).exists():
        raise Refused("already_entered")


def create_team(tournament: Tournament, captain: Player, chosen: NewTeam, now: datetime) -> Team:
    """Create a team, already checked, with its captain as the first member."""
    status = Team.Status.ENTERED if departures.has_free_place(tournament) else Team.Status.WAITING
    team = Team.objects.create(
        tournament=tournament,
        name=chosen.name,
        captain=captain,
        club=chosen.club,
        key=chosen.key,
        status=status,
        entered_at=now,
    )
    add_team_member(team, captain, now)
    return team


def add_team_member(team: Team, player: Player, now: datetime) -> Entrant:
    """Add a player as the last member; drops their other invitations and pending requests."""
    last = Entrant.objects.filter(team=team).order_by("-team_rank").first()
    entrant, _made = Entrant.objects.update_or_create(
        tournament=team.tournament,
        player=player,
        defaults={
            "team": team,
            "team_rank": (last.team_rank or 0) + 1 if last else 1,
            "status": Entrant.Status.ENTERED,
            "entered_at": now,
            "withdrawn_at": None,
            "withdrawn_round": None,
        },
    )
    asked = TeamInvitation.objects.filter(team__tournament=team.tournament, player=player)
    asked.exclude(team=team).delete()
    asked.update(accepted_at=now, declined_at=None)
    EntryRequest.objects.pending().filter(tournament=team.tournament, player=player).delete()
    if team.tournament.starts_when_full and is_full(team.tournament):
        team.tournament.due_at = now
        team.tournament.save(update_fields=["due_at"])
    reserve_seats(team.tournament)
    return entrant


def _team_requested(tournament: Tournament, captain: Player, name: str) -> str | None:
    """Return this or a similar name if somebody else's pending request is for a team of it."""
    asked = EntryRequest.objects.pending().filter(tournament=tournament).exclude(player=captain)
    names = asked.exclude(team_name="").values_list("team_name", flat=True)
    return find_alike(name, names)
