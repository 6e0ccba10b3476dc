"""Teams in files: members, meetings, boards."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments import queries, team_queries
from tournaments.models import Round, Tournament
from tournaments.services.tables.team_events import boards_of
from tournaments.services.tables.team_tables import meeting_row

BOARD_COLUMNS = (
    "division", "round", "home", "guests", "board", "home player", "guest player",
    "home points", "guest points", "kind", "match",
)  # fmt: skip


def to_plain_json(tournament: Tournament) -> dict[str, object]:
    """Return the teams as JSON values without their keys, which are secret."""
    return {
        "boards": tournament.boards,
        "alternates": tournament.alternates,
        "twice": tournament.twice,
        "teams": [
            {
                "id": each.pk,
                "name": each.name,
                "captain": each.captain_id,
                "status": each.status,
                "number": each.number,
                "rating": each.rating,
                "division": each.division_id,
                "place": each.final_place,
            }
            for each in team_queries.teams_of(tournament)
        ],
    }


def meetings(published: Round) -> list[dict[str, object]]:
    """Return the meetings of a round; ``guests`` is None for a bye."""
    return [
        {"id": each.pk, "number": each.number, "home": each.home_id, "guests": each.away_id}
        for each in published.meetings.order_by("number")
    ]


def board_rows(tournament: Tournament) -> Iterator[tuple[object, ...]]:
    """Yield all published boards with the points of both sides."""
    for division in queries.divisions_of(tournament):
        for meeting in team_queries.meetings_of(division):
            row = meeting_row(tournament, meeting)
            points = boards_of(tournament, meeting, list(meeting.fixtures.all()))
            for board in row["boards"]:
                fixture, (home, away) = board["fixture"], points[board["board"] - 1]
                settled = fixture.is_settled and fixture.kind != fixture.Kind.ANNULLED
                yield (
                    division.number,
                    meeting.round.number,
                    row["home"],
                    row["away"],
                    board["board"],
                    board["home"],
                    board["away"],
                    home if settled else None,
                    away if settled else None,
                    fixture.kind,
                    fixture.match_id or "",
                )
