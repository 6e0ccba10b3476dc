"""FIDE's own engine reads the report file of a team event and counts it again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gacrux.trf2json import trf2json

from tournaments.models import Division, Round, Team, TeamMeeting, Tournament
from tournaments.services.tables.places import rows_of
from tournaments.services.tables.team_events import team_event


def read_by_the_engine(text: str, remark: str = "") -> Any:
    """Return the event of a report; the engine has no error to find and only this to remark."""
    reader = trf2json()
    reader.parse_file(text, 0)
    status = reader.chessjson["status"]
    assert status["code"] < 400, status
    info = status.get("info") or ""
    assert info.startswith(remark) if remark else not info, status
    return reader.get_tournament(1)


def agrees(text: str, tournament: Tournament, division: Division) -> None:
    """See that the engine finds the same meetings, match points, board points and places."""
    told = read_by_the_engine(text)
    assert told["teamTournament"]
    assert told["teamSize"] == tournament.boards
    teams = list(Team.objects.filter(division=division).order_by("number"))
    rows = {row.entrant: row for row in rows_of(tournament, division)}
    made = {team.pk: Fraction(0) for team in teams}
    for result in team_event(tournament, division).results:
        for who, points in zip(result.seats, result.legs, strict=True):
            made[who] += points
    for team, found in zip(teams, told["competitors"], strict=True):
        own = (Fraction(found["matchPoints"]), Fraction(found["gamePoints"]), found["rank"])
        assert own == (rows[team.pk].points, made[team.pk], rows[team.pk].rank), team.name
    numbers = {team.pk: number for number, team in enumerate(teams, 1)}
    meetings = TeamMeeting.objects.filter(round__division=division).exclude(away=None)
    meetings = meetings.exclude(round__note=Round.CANCELLED)
    wanted = {
        (each.round.number, numbers[each.home_id], numbers[each.away_id or 0])
        for each in meetings.select_related("round")
    }
    pairs = {
        (match["round"], match["white"]["cid"], match["black"]["cid"])
        for match in told["matchList"]
        if (match.get("black") or {}).get("cid")
    }
    assert pairs == wanted
