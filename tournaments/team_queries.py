"""Queries about teams: members, invitations, meetings."""

from __future__ import annotations

from collections import Counter

from django.db.models import Prefetch, Q, QuerySet

from accounts.models import Player
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Round,
    Team,
    TeamInvitation,
    TeamMeeting,
    Tournament,
)


def teams_of(tournament: Tournament) -> QuerySet[Team]:
    """Return all teams, by number, then those with a place first."""
    found = Team.objects.filter(tournament=tournament).select_related("captain", "division")
    return found.order_by("number", "status", "entered_at", "pk")


def member_counts(tournament: Tournament) -> Counter[int]:
    """Return the number of active members of each team, by pk."""
    members = Entrant.objects.playing().filter(tournament=tournament, team__isnull=False)
    return Counter(pk for pk in members.values_list("team_id", flat=True) if pk is not None)


def complete_teams(tournament: Tournament, members: int) -> list[Team]:
    """Return the teams with at least ``members`` members, waiting ones last."""
    teams = teams_of(tournament).exclude(status=Team.Status.WITHDRAWN)
    strong = member_counts(tournament)
    able = [team for team in teams if strong[team.pk] >= members]
    return sorted(
        able, key=lambda team: (team.status == Team.Status.WAITING, team.entered_at, team.pk)
    )


def get_team(pk: int) -> Team | None:
    """Return a team; the caller checks that its tournament is visible."""
    return _with_related().filter(pk=pk).first()


def team_by_key(key: str) -> Team | None:
    """Return the team that a link belongs to."""
    return None if "\x00" in key else _with_related().filter(key=key).first()


def _with_related() -> QuerySet[Team]:
    return Team.objects.select_related(
        "tournament__organiser", "tournament__club", "captain", "division", "club"
    )


def members_of(team: Team) -> list[Entrant]:
    """Return all current and former members of a team, in board order."""
    own = Entrant.objects.filter(team=team).select_related("player__user", "team")
    return list(own.order_by("team_rank", "pk"))


def team_of(tournament: Tournament, player: Player | None) -> Team | None:
    if player is None:
        return None
    entry = Entrant.objects.playing().filter(tournament=tournament, player=player)
    found = entry.select_related("team__captain").first()
    return found.team if found is not None else None


def invited_players(team: Team) -> list[Player]:
    """Return the players whose invitations by the captain are unanswered."""
    rows = (
        TeamInvitation.objects.filter(team=team, accepted_at=None, declined_at=None)
        .select_related("player")
        .order_by("pk")
    )
    return [row.player for row in rows]


def invitations_to(tournament: Tournament, player: Player | None) -> list[Team]:
    """Return the teams of a tournament that have invited a player."""
    if player is None:
        return []
    return [team for team in all_inviting_teams(player) if team.tournament_id == tournament.pk]


def all_inviting_teams(player: Player) -> list[Team]:
    """Return the teams that have invited a player, in tournaments that have not started."""
    rows = TeamInvitation.objects.filter(player=player, accepted_at=None, declined_at=None)
    rows = rows.filter(team__tournament__status=Tournament.Status.OPEN)
    return [row.team for row in rows.select_related("team__captain").order_by("pk")]


def _boards_prefetch() -> Prefetch[str]:
    """Return the prefetch of meetings' boards with seats, entrants and matches."""
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    boards = Fixture.objects.select_related("match").prefetch_related(
        Prefetch("seats", queryset=seats)
    )
    return Prefetch("fixtures", queryset=boards.order_by("board"))


def meetings_of(division: Division) -> QuerySet[TeamMeeting]:
    """Return all published meetings of a division with their boards."""
    found = TeamMeeting.objects.filter(round__division=division)
    return (
        found.select_related("round", "home", "away")
        .prefetch_related(_boards_prefetch())
        .order_by("round__number", "number")
    )


def meetings_of_team(team: Team) -> QuerySet[TeamMeeting]:
    """Return the published meetings of a team, by round."""
    own = TeamMeeting.objects.filter(Q(home=team) | Q(away=team))
    return (
        own.select_related("round", "home", "away")
        .prefetch_related(_boards_prefetch())
        .order_by("round__number")
    )


def published_rounds(division: Division) -> list[Round]:
    return list(Round.objects.filter(division=division).order_by("number"))


def team_names(tournament: Tournament) -> dict[int, str]:
    """Return the names of all teams, by pk."""
    return dict(Team.objects.filter(tournament=tournament).values_list("pk", "name"))


def champion_teams(viewer: Player | None) -> QuerySet[Team]:
    """Return the teams that won finished tournaments visible to the viewer, newest first."""
    private = Tournament.objects.filter(club__private=True)
    hidden = private.exclude(pk__in=private.visible_to(viewer).values("pk"))
    won = Team.objects.filter(final_place=1, tournament__status=Tournament.Status.FINISHED)
    return (
        won.filter(division__number=1)
        .exclude(tournament__in=hidden.values("pk"))
        .select_related("tournament")
        .prefetch_related(Prefetch("members", Entrant.objects.select_related("player")))
        .order_by("-tournament__finished_at", "name")
    )
