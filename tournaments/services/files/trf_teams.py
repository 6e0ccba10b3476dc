"""Report files of team events."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments import team_queries
from tournaments.division_queries import contents_of
from tournaments.models import Division, Entrant, Round, Team, TeamMeeting, Tournament
from tournaments.services.tables.events import rating_points, result_of
from tournaments.services.tables.places import rows_of
from tournaments.services.tables.team_events import board_number, team_event
from tournaments.standings.base import Event, EventEntrant, Fixture, Kind, Result
from tournaments.standings.trf.sheet import PlayerCard, Sheet
from tournaments.standings.trf.squads import MeetingLineUps, Squad, write_teams


def build_report(tournament: Tournament, division: Division, head: Sheet) -> str:
    """Return a division of teams as a TRF-26 file; ``head`` has the fields of the tournament."""
    event = team_event(tournament, division)
    places = {row.entrant: row.rank for row in rows_of(tournament, division)}
    teams = {each.pk: each for each in Team.objects.filter(division=division)}
    members = list(
        Entrant.objects.filter(team__in=teams)
        .select_related("player")
        .order_by("team__number", "team_rank", "pk")
    )
    squads = [
        Squad(
            pk,
            teams[pk].name,
            places[pk],
            tuple(each.pk for each in members if each.team_id == pk),
        )
        for pk in event.entrants
    ]
    sheet = Sheet(
        _individual_event(tournament, division, members),
        {each.pk: PlayerCard(name=each.player.name) for each in members},
        name=head.name,
        start=head.start,
        end=head.end,
        time_control=head.time_control,
        running=_running_boards(division),
    )
    own = team_queries.meetings_of(division)
    own = own.exclude(round__note=Round.CANCELLED)
    meetings = [_line_ups(tournament, each, each.away_id) for each in own if each.away_id]
    return write_teams(sheet, event, squads, meetings)


def _individual_event(
    tournament: Tournament, division: Division, members: Sequence[Entrant]
) -> Event:
    """Return the individual results; a player without an opponent has a bye at that board."""
    results = []
    for board in contents_of(division).boards:
        if board.kind == Kind.ANNULLED:
            continue
        if len(board.entrants) == 1:
            results.append(Result(board.round, board.entrants, kind=_bye_kind(board.places)))
        elif board.is_settled:
            results.append(result_of(board))
    return Event(
        tuple(EventEntrant(each.pk, rating_points(each.rating)) for each in members),
        tuple(results),
        system=tournament.event_format.system,
        scheduled=tournament.rounds or 0,
    )


def _bye_kind(places: Sequence[int | None]) -> Kind:
    return Kind.FULL_BYE if places[0] == 1 else Kind.ZERO_BYE


def _running_boards(division: Division) -> tuple[Fixture, ...]:
    """Return the boards of two players without a result."""
    return tuple(
        Fixture(board.round, board.entrants)
        for board in contents_of(division).boards
        if not board.is_settled and len(board.entrants) > 1
    )


def _line_ups(tournament: Tournament, meeting: TeamMeeting, away: int) -> MeetingLineUps:
    """Return the players of a meeting by board."""
    seated: dict[int, list[int | None]] = {
        team: [None] * tournament.boards for team in (meeting.home_id, away)
    }
    for fixture in meeting.fixtures.all():
        for seat in fixture.seats.all():
            seated[seat.entrant.team_id or 0][board_number(tournament, fixture) - 1] = (
                seat.entrant_id
            )
    home, guests = (tuple(seated[team]) for team in (meeting.home_id, away))
    return MeetingLineUps(meeting.round.number, (meeting.home_id, away), (home, guests))
