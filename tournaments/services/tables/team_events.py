"""Convert a division of teams to an ``Event`` of the pure core."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from games import lots
from tournaments import team_queries
from tournaments.models import Division, Fixture, Team, TeamMeeting, Tournament
from tournaments.pairing.base import Draft
from tournaments.standings.base import (
    COUNTS,
    ZERO,
    Event,
    EventEntrant,
    Fixture as Unsettled,
    Kind,
    Points,
)
from tournaments.standings.teams import Meeting, board_points, event_of
from tournaments.standings.withdrawal import WithdrawalRule

HOME_DRAW_INDEX = 910_000  # above the random draws of colours


def field_of(tournament: Tournament, division: Division) -> list[int]:
    """Return a division's teams in the order of the Berger table, from an end drawn at random.

    The draw decides who is at home first.
    """
    teams = Team.objects.filter(division=division).order_by("number")
    order = list(teams.values_list("pk", flat=True))
    turned = lots.draw_number(tournament.lots_seed, HOME_DRAW_INDEX + division.number, 2)
    return order[::-1] if turned else order


def schedule_of(tournament: Tournament, division: Division) -> tuple[Draft, ...]:
    """Return all rounds of a division, played or not."""
    order = field_of(tournament, division)
    return tournament.event_format.schedule(order, twice=tournament.twice)


def team_event(tournament: Tournament, division: Division) -> Event:
    """Return a division of teams with all meetings, finished or not."""
    format_ = tournament.event_format
    teams = list(Team.objects.filter(division=division).order_by("number"))
    gone = {team.pk: team.withdrawn_at for team in teams if team.withdrawn_at is not None}
    if not format_.has_half_rule:
        gone = {}
    published = list(team_queries.meetings_of(division))
    counted = [each for each in published if not each.round.cancelled]
    meetings = [meeting_of(tournament, each, gone) for each in counted if each.away_id]
    if format_.bye_wins:
        meetings += [
            Meeting(each.round.number, (each.home_id,)) for each in counted if not each.away_id
        ]
    last = max((each.round.number for each in published), default=0)
    ahead = [
        Meeting(draft.round, (each.seats[0], each.seats[1]), finished=False)
        for draft in schedule_of(tournament, division)
        for each in draft.pairings
        if draft.round > last
    ]
    event = event_of(
        [EventEntrant(team.pk, None if team.rating is None else round(team.rating / 100))
         for team in teams],
        [*meetings, *ahead],
        boards=tournament.boards,
        withdrawn=set(gone),
        rule=WithdrawalRule(tournament.withdrawals),
        match_points=tournament.points,
    )  # fmt: skip
    scheduled, seed = tournament.rounds or 0, tournament.lots_seed
    return replace(event, system=format_.system, scheduled=scheduled, seed=seed)


def unfinished_meetings(tournament: Tournament, division: Division) -> tuple[Unsettled, ...]:
    """Return the published unfinished meetings, each in its own round."""
    return tuple(
        Unsettled(each.round.number, meeting.teams)
        for each in team_queries.meetings_of(division)
        if each.away_id and not (meeting := meeting_of(tournament, each, {})).finished
    )


def meeting_of(tournament: Tournament, meeting: TeamMeeting, gone: dict[int, datetime]) -> Meeting:
    """Return a published meeting; boards unfinished when a team withdrew (``gone``) stay open."""
    assert meeting.away_id is not None
    fixtures = list(meeting.fixtures.all())
    boards = boards_of(tournament, meeting, fixtures)
    ends = [gone[team] for team in (meeting.home_id, meeting.away_id) if team in gone]
    return Meeting(
        meeting.round.number,
        (meeting.home_id, meeting.away_id),
        boards,
        played=_was_played(fixtures, boards),
        finished=_is_finished(meeting, fixtures, min(ends, default=None)),
    )


def _was_played(fixtures: Sequence[Fixture], boards: Sequence[tuple[Points, Points]]) -> bool:
    """Whether the teams met: at a board, or by forfeit wins on both sides."""
    if any(COUNTS[Kind(fixture.kind)].met for fixture in fixtures):
        return True
    return all(any(points[side] for points in boards) for side in (0, 1))


def _is_finished(meeting: TeamMeeting, fixtures: Sequence[Fixture], until: datetime | None) -> bool:
    """Whether all boards had a result by the instant at which a team withdrew."""
    if until is not None and meeting.round.published_at > until:
        return False
    return all(_is_settled(fixture, until) for fixture in fixtures)


def _is_settled(fixture: Fixture, until: datetime | None) -> bool:
    """Whether a board had a result by then; one left open by that withdrawal had none."""
    at = fixture.settled_at
    if at is None or until is None or at != until:
        return at is not None and (until is None or at < until)
    return not any(seat.left_open for seat in fixture.seats.all())


def board_number(tournament: Tournament, fixture: Fixture) -> int:
    """Return the number of a fixture's board within its meeting."""
    return (fixture.board - 1) % max(1, tournament.boards) + 1


def boards_of(
    tournament: Tournament, meeting: TeamMeeting, fixtures: Sequence[Fixture]
) -> tuple[tuple[Points, Points], ...]:
    """Return the board points of home and away; an empty board scores nothing."""
    made: list[tuple[Points, Points]] = [(ZERO, ZERO)] * tournament.boards
    for fixture in fixtures:
        seats = list(fixture.seats.all())
        points = board_points([seat.place for seat in seats])
        sides = {seat.entrant.team_id: share for seat, share in zip(seats, points, strict=True)}
        home, away = sides.get(meeting.home_id, ZERO), sides.get(meeting.away_id, ZERO)
        made[board_number(tournament, fixture) - 1] = (home, away)
    return tuple(made)
