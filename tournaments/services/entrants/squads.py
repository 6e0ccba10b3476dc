"""The team page: members with their results, and line-ups that can still change."""

from __future__ import annotations

from datetime import datetime

from tournaments import team_queries
from tournaments.models import Team, Tournament
from tournaments.services.entrants import field
from tournaments.services.entrants.team_ranks import ranked_members, substitutes_with_boards
from tournaments.services.tables.team_tables import meeting_row, results_of
from tournaments.services.wording import format_points


def member_rows(tournament: Tournament, team: Team) -> list[dict[str, object]]:
    playing = ranked_members(tournament, team)
    here = {entrant.pk for entrant in playing}
    gone = [each for each in team_queries.members_of(team) if each.pk not in here]
    figures = field.ratings_of(tournament, playing) if team.number is None else {}
    made = results_of(team_queries.meetings_of_team(team))
    order = [figures.get(entrant.pk) for entrant in playing]
    return [
        {
            "entrant": entrant,
            "player": entrant.player,
            "board": rank if rank <= tournament.boards else None,
            "rating": round((figures.get(entrant.pk) or entrant.rating or 0) / 100) or None,
            "points": format_points(made[entrant][0]) if entrant in made else "",
            "matches": made[entrant][1] if entrant in made else 0,
            "gone": entrant.pk not in here,
            "captain": entrant.player_id == team.captain_id,
            "may_rise": 1 < rank <= len(order) and order[rank - 2] == order[rank - 1],
        }
        for rank, entrant in enumerate([*playing, *gone], 1)
    ]


def open_line_ups(team: Team, now: datetime) -> list[dict[str, object]]:
    """Return the boards for which the captain can still name a substitute."""
    found: list[dict[str, object]] = []
    for meeting in team_queries.meetings_of_team(team):
        if meeting.round.opens_at <= now or meeting.round.cancelled or meeting.away is None:
            continue
        free = substitutes_with_boards(team, meeting.round)
        for row in meeting_row(team.tournament, meeting)["boards"]:
            own = row["home"] if meeting.home_id == team.pk else row["away"]
            fit = [each for each, only in free if only in (None, row["board"])]
            if own and fit:
                found.append({**row, "round": meeting.round, "own": own, "free": fit})
    return found
