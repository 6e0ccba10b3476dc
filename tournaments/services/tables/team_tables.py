"""Meetings with boards and members with results, for pages and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Required, TypedDict

from django.utils.translation import gettext as _

from tournaments import team_queries
from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Team,
    TeamMeeting,
    Tournament,
)
from tournaments.services import wording
from tournaments.services.event_games import game_name_at
from tournaments.services.tables.cross_tables import (
    CrossCell,
    CrossLine,
    result_letters,
    running_letter,
)
from tournaments.services.tables.engine_words import pairing_remarks
from tournaments.services.tables.listed_rounds import current_round_numbers
from tournaments.services.tables.team_events import board_number, boards_of, schedule_of
from tournaments.services.wording import NBSP, format_points
from tournaments.standings.base import Event
from tournaments.standings.table import StandingsRow
from tournaments.standings.teams import board_points


class BoardRow(TypedDict):
    """One board of a meeting, home on the left."""

    board: int
    game: str
    home: str
    away: str
    home_player: int | None
    away_player: int | None
    home_starts: bool
    score: str
    url: str
    fixture: Fixture


class MeetingRow(TypedDict, total=False):
    """One meeting; a bye or unpublished meeting has names only."""

    number: int
    key: int
    home: Required[str]
    away: Required[str]
    home_team: Team
    away_team: Team
    score: str
    open: bool
    begun: bool
    boards: Required[list[BoardRow]]


def rounds_of(
    tournament: Tournament, division: Division, meetings: Sequence[TeamMeeting], chosen: int = 0
) -> tuple[dict[str, object], ...]:
    """Return the rounds of a division, published ones with boards."""
    rounds = team_queries.published_rounds(division)
    unfolded = current_round_numbers(rounds) | {chosen}
    published: list[dict[str, object]] = [
        {
            "number": each.number,
            "opens_at": each.opens_at,
            "closes_at": each.closes_at,
            "closed_at": each.closed_at,
            "unfolded": each.number in unfolded,
            "how": pairing_remarks(each),
            "skipped": each.skipped,
            "cancelled": each.cancelled,
            "rows": [meeting_row(tournament, m) for m in meetings if m.round_id == each.pk],
        }
        for each in rounds
    ]
    names = team_queries.team_names(tournament)
    days = dict(enumerate(tournament.round_starts, 1))
    ahead: list[dict[str, object]] = [
        {
            "number": draft.round,
            "ahead": True,
            "opens_at": days.get(draft.round),
            "rows": [
                {"home": names[pair.seats[0]], "away": names[pair.seats[1]], "boards": []}
                for pair in draft.pairings
            ],
        }
        for draft in schedule_of(tournament, division)[len(published) :]
    ]
    return (*published, *ahead)


def meeting_row(tournament: Tournament, meeting: TeamMeeting) -> MeetingRow:
    """Return a meeting: both teams, the current score, all boards."""
    if meeting.away is None:
        return {"home": meeting.home.name, "away": _("bye"), "score": "", "boards": []}
    fixtures = list(meeting.fixtures.all())
    made = boards_of(tournament, meeting, fixtures)
    home, away = (sum((each[side] for each in made), Fraction(0)) for side in (0, 1))
    return {
        "number": meeting.number,
        "key": meeting.pk,
        "home": meeting.home.name,
        "away": meeting.away.name,
        "home_team": meeting.home,
        "away_team": meeting.away,
        "score": f"{format_points(home)}{NBSP}:{NBSP}{format_points(away)}"
        if _has_score(meeting)
        else "",
        "open": any(fixture.settled_at is None for fixture in fixtures),
        "begun": _has_begun(fixtures),
        "boards": [_board_row(tournament, meeting, fixture) for fixture in fixtures],
    }


def _has_score(meeting: TeamMeeting) -> bool:
    """Whether a meeting has a score: it has begun and its round was not cancelled."""
    return not meeting.round.cancelled and _has_begun(list(meeting.fixtures.all()))


def _has_begun(fixtures: Sequence[Fixture]) -> bool:
    """Whether a board has a match, or all boards are settled."""
    live = [fixture for fixture in fixtures if fixture.settled_at is None]
    return not live or any(fixture.match_id for fixture in fixtures)


def _board_row(tournament: Tournament, meeting: TeamMeeting, fixture: Fixture) -> BoardRow:
    """Return a board: home on the left, who starts, the score."""
    seats = list(fixture.seats.all())
    home = next((seat for seat in seats if seat.entrant.team_id == meeting.home_id), None)
    away = next((seat for seat in seats if seat.entrant.team_id == meeting.away_id), None)
    return {
        "board": board_number(tournament, fixture),
        "game": game_name_at(tournament, meeting.round.number, board_number(tournament, fixture)),
        "home": home.entrant.player.name if home else "",
        "away": away.entrant.player.name if away else "",
        "home_player": home.entrant.player_id if home else None,
        "away_player": away.entrant.player_id if away else None,
        "home_starts": home is not None and home.seat == 0,
        "score": _board_score(fixture, home, away),
        "url": fixture.match_url,
        "fixture": fixture,
    }


def _board_score(fixture: Fixture, home: FixtureSeat | None, away: FixtureSeat | None) -> str:
    """Return the score of a board, home first."""
    if not fixture.is_settled:
        return _("running") if fixture.match else _("to come")
    if fixture.kind == Fixture.Kind.ANNULLED:
        return wording.kind_name(fixture.kind)
    places = [side.place if side else None for side in (home, away)]
    if fixture.kind == Fixture.Kind.FORFEIT:
        return f"{NBSP}:{NBSP}".join("+" if place == 1 else "−" for place in places)
    score = f"{NBSP}:{NBSP}".join(format_points(points) for points in board_points(places))
    return score + wording.legs_suffix([side.points if side else None for side in (home, away)])


def results_of(meetings: Iterable[TeamMeeting]) -> dict[Entrant, tuple[Fraction, int]]:
    """Return board points and number of settled boards of every player."""
    made: dict[Entrant, tuple[Fraction, int]] = {}
    for meeting in meetings:
        for fixture in meeting.fixtures.all():
            seats = list(fixture.seats.all())
            if fixture.settled_at is None or fixture.kind == Fixture.Kind.ANNULLED:
                continue
            points = board_points([seat.place for seat in seats])
            for seat, share in zip(seats, points, strict=True):
                before, count = made.get(seat.entrant, (Fraction(0), 0))
                made[seat.entrant] = (before + share, count + 1)
    return made


def scorer_rows(
    meetings: Iterable[TeamMeeting], names: Mapping[int, str]
) -> tuple[dict[str, object], ...]:
    """Return every player's board score, best first; ``names`` are those of teams."""
    made = results_of(meetings)
    order = sorted(
        made.items(), key=lambda each: (-each[1][0], each[1][1], each[0].player.name.casefold())
    )
    return tuple(
        {
            "player": entrant.player,
            "team": names.get(entrant.team_id or 0, ""),
            "points": format_points(points),
            "matches": count,
        }
        for entrant, (points, count) in order
    )


def cross_of(
    event: Event,
    ranked: Sequence[StandingsRow],
    teams: Mapping[int, Team],
    meetings: Sequence[TeamMeeting],
) -> tuple[CrossLine, ...]:
    """Return the cross table of board points in the order of the table; cells link to meetings."""
    known = {
        (each.round.number, frozenset((each.home_id, each.away_id))): each for each in meetings
    }
    cells: dict[tuple[int, int], list[CrossCell]] = {}
    for result in event.results:
        if result.is_bye:
            continue
        one, two = result.seats
        meeting = known.pop((result.round, frozenset(result.seats)), None)
        for mine, theirs, points in ((one, two, result.legs[0]), (two, one, result.legs[1])):
            letter = result_letters().get(result.kind, "")
            cell = CrossCell(format_points(points), letter=letter, url=_anchor(meeting))
            cells.setdefault((mine, theirs), []).append(cell)
    for meeting in known.values():
        for mine, theirs in permutations((meeting.home_id, meeting.away_id or 0)):
            cell = CrossCell("", letter=running_letter(), url=_anchor(meeting))
            if _has_score(meeting):
                cells.setdefault((mine, theirs), []).append(cell)
    return tuple(
        CrossLine(
            row.entrant,
            row.rank,
            teams[row.entrant].name,
            teams[row.entrant].get_absolute_url(),
            [cells.get((row.entrant, column.entrant), []) for column in ranked],
        )
        for row in ranked
    )


def _anchor(meeting: TeamMeeting | None) -> str:
    return f"#meeting-{meeting.pk}" if meeting else ""
