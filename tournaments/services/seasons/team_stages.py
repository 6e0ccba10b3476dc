"""From one season of teams to the next: members who stay enter with their team, at its level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from tournaments.models import Entrant, Team, Tournament
from tournaments.services.entrants.team_field import bot_team_key


def staying_teams(tournament: Tournament, stay: Sequence[Entrant]) -> dict[int, list[Entrant]]:
    """Return the teams that enter again, with the members who do, in board order."""
    teams = Team.objects.playing().filter(tournament=tournament, re_enters=True)
    crews: dict[int, list[Entrant]] = {
        pk: [] for pk in teams.order_by("number").values_list("pk", flat=True)
    }
    for entrant in sorted(stay, key=lambda each: each.team_rank or 0):
        if entrant.team_id in crews:
            crews[entrant.team_id].append(entrant)
    return {pk: crew for pk, crew in crews.items() if crew}


def enter_staying_teams(
    following: Tournament,
    crews: Mapping[int, Sequence[Entrant]],
    levels: Mapping[int, int],
    now: datetime,
) -> None:
    """Enter the staying teams into the next season; the captain stays captain if they stay."""
    teams = Team.objects.in_bulk(crews)
    for old, crew in crews.items():
        players = [entrant.player for entrant in crew]
        captain = teams[old].captain_id
        team = Team.objects.create(
            tournament=following,
            name=teams[old].name,
            captain_id=captain if captain in {each.pk for each in players} else players[0].pk,
            key=bot_team_key(following.lots_seed, old),
            level=levels.get(old, 0),
            entered_at=now,
        )
        Entrant.objects.bulk_create(
            Entrant(tournament=following, player=player, team=team, team_rank=rank, entered_at=now)
            for rank, player in enumerate(players, 1)
        )
