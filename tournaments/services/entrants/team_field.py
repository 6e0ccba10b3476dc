"""The field of a season of teams: numbers, board order and divisions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from itertools import count

from django.db.models import Q

from accounts.models import Player
from accounts.naming import appearance
from tournaments import team_queries
from tournaments.models import Division, Entrant, Team, Tournament
from tournaments.services.emails import team_notices
from tournaments.services.entrants import field
from tournaments.services.entrants.team_ranks import ranked_members


def bot_team_key(seed: str, number: int) -> str:
    """Derive the key of a bot team from a secret seed."""
    return hashlib.sha256(f"{seed}/team/{number}".encode()).hexdigest()[:43]


# Bots as fill-ups -----------------------------------------------------------------------------
def fill_with_bots(tournament: Tournament, seed: str, now: datetime) -> None:
    """Fill incomplete teams with bots, then create bot teams up to the minimum number of teams."""
    free = _available_bots(tournament)
    teams = list(team_queries.teams_of(tournament).filter(status=Team.Status.ENTERED))
    strong = team_queries.member_counts(tournament)
    for team in teams:
        lacking = max(0, tournament.boards - strong[team.pk])
        _add_bots(team, [free.pop(0) for _ in range(min(lacking, len(free)))], now)
    complete = len(team_queries.complete_teams(tournament, tournament.boards))
    for number in range(1, tournament.least - complete + 1):
        if len(free) < tournament.boards:
            return
        crew = [free.pop(0) for _ in range(tournament.boards)]
        team = Team.objects.create(
            tournament=tournament,
            name=_unused_name(tournament),
            captain=crew[0],
            key=bot_team_key(seed, number),
            entered_at=now,
        )
        _add_bots(team, crew, now)


def _available_bots(tournament: Tournament) -> list[Player]:
    return field.available_bots(tournament, Entrant.objects.playing().filter(tournament=tournament))


def team_named(tournament: Tournament, name: str) -> str | None:
    """Return the name of a team that is called so or looks as if it were; None without one."""
    teams = Team.objects.filter(tournament=tournament).order_by("pk")
    return find_alike(name, teams.values_list("name", flat=True))


def find_alike(name: str, others: Iterable[str]) -> str | None:
    """Return the first of these names that differs only in case or looks the same."""
    key, seen = name.lower(), appearance(name)
    return next((each for each in others if each.lower() == key or appearance(each) == seen), None)


def _unused_name(tournament: Tournament) -> str:
    """Return an unused name for a team of bots."""
    return next(
        name for number in count(1) if team_named(tournament, name := f"Bots {number}") is None
    )


def _add_bots(team: Team, crew: list[Player], now: datetime) -> None:
    """Add bots to a team below its current members."""
    members = Entrant.objects.filter(team=team).count()
    for rank, player in enumerate(crew, members + 1):
        Entrant.objects.update_or_create(
            tournament=team.tournament,
            player=player,
            defaults={
                "team": team,
                "team_rank": rank,
                "entered_at": now,
                "status": Entrant.Status.ENTERED,
                "withdrawn_at": None,
            },
        )


# The start ------------------------------------------------------------------------------------
def finalize_teams(tournament: Tournament, now: datetime) -> list[Division]:
    """Number teams and members, create the divisions and return them.

    1. Players without an account or team are withdrawn, as are teams that cannot play or have no
    place. 2. Teams are numbered by league level, then by the mean rating of their boards. 3.
    Members keep the board order of their team, which is final from now on.
    """
    own = Entrant.objects.filter(tournament=tournament).exclude(status=Entrant.Status.WITHDRAWN)
    out = own.filter(Q(player__closed_at__isnull=False) | Q(team=None))
    Entrant.objects.filter(pk__in=list(out.values_list("pk", flat=True))).update(
        status=Entrant.Status.WITHDRAWN, withdrawn_at=now
    )
    ready = team_queries.complete_teams(tournament, tournament.boards_least)[: tournament.most]
    _withdraw_unready_teams(tournament, {team.pk for team in ready}, now)
    crews = {team.pk: ranked_members(tournament, team) for team in ready}
    for team in ready:
        _assign_ratings_and_boards(tournament, team, crews[team.pk])
    ready.sort(key=lambda team: (team.level or 999, -(team.rating or 0)))
    sizes = field.division_sizes(len(ready), tournament.division_size, 2)
    places = [number for number, size in enumerate(sizes, 1) for _ in range(size)]
    divisions = {
        number: Division.objects.create(tournament=tournament, number=number)
        for number in range(1, len(sizes) + 1)
    }
    taken = 0
    for number, (team, place) in enumerate(zip(ready, places, strict=True), 1):
        team.number, team.level, team.division = number, place, divisions[place]
        team.status = Team.Status.ENTERED
        taken = _number_members(team, crews[team.pk], taken)
    Team.objects.bulk_update(ready, ["number", "level", "division", "status", "rating", "captain"])
    format_ = tournament.event_format
    tournament.rounds = max((format_.rounds_of(size, tournament) for size in sizes), default=0)
    return list(divisions.values())


def _assign_ratings_and_boards(tournament: Tournament, team: Team, crew: list[Entrant]) -> None:
    """Assign ratings and board order; replace a captain who is not in the team."""
    figures = field.ratings_of(tournament, crew)
    for rank, entrant in enumerate(crew, 1):
        entrant.rating, entrant.team_rank = figures[entrant.pk], rank
    first = [figures[entrant.pk] for entrant in crew[: tournament.boards]]
    team.rating = round(Fraction(sum(first), max(1, len(first))))
    if crew and team.captain_id not in {entrant.player_id for entrant in crew}:
        team.captain = crew[0].player


def appoint_captain(team: Team, entrant: Entrant, now: datetime) -> None:
    """Make a member the captain and notify them."""
    team.captain = entrant.player
    team.save(update_fields=["captain"])
    team_notices.notify_new_captain(team, now=now)


def _number_members(team: Team, crew: list[Entrant], taken: int) -> int:
    """Number the members of a team after ``taken``; return the last number."""
    for number, entrant in enumerate(crew, taken + 1):
        entrant.number, entrant.division, entrant.level = number, team.division, team.level
    columns = ["number", "division", "level", "rating", "team_rank"]
    Entrant.objects.bulk_update(crew, columns)
    return taken + len(crew)


def _withdraw_unready_teams(tournament: Tournament, ready: set[int], now: datetime) -> None:
    """Withdraw teams that cannot play or have no place, and notify them."""
    teams = Team.objects.filter(tournament=tournament).exclude(status=Team.Status.WITHDRAWN)
    for team in teams.exclude(pk__in=ready):
        team_notices.notify_left_out(team, now=now)
        withdraw_with_members(team, now)


def withdraw_with_members(team: Team, now: datetime) -> None:
    """Withdraw a team and all its members."""
    team.status, team.withdrawn_at = Team.Status.WITHDRAWN, now
    team.save(update_fields=["status", "withdrawn_at"])
    Entrant.objects.filter(team=team).exclude(status=Entrant.Status.WITHDRAWN).update(
        status=Entrant.Status.WITHDRAWN, withdrawn_at=now
    )
