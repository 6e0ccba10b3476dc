"""Rounds of teams: pairings, line-ups when published, alternates who step in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import (
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Round,
    Team,
    TeamMeeting,
    Tournament,
)
from tournaments.pairing import teams as pairing
from tournaments.pairing.base import Draft
from tournaments.services.emails import team_pairings
from tournaments.services.entrants.team_field import appoint_captain
from tournaments.services.entrants.team_ranks import (
    absent_entrant_ids,
    free_members,
    ranked_members,
)
from tournaments.services.tables.team_events import schedule_of


@dataclass(frozen=True)
class MeetingPlan:
    """A meeting to be published; ``away`` is None for a bye."""

    number: int
    home: int
    away: int | None
    boards: tuple[pairing.TeamBoard, ...] = ()


@dataclass(frozen=True)
class TeamRound:
    """A round of meetings and how it was paired."""

    number: int
    meetings: tuple[MeetingPlan, ...]
    engine: str
    engine_input: str = ""
    note: str = ""


def next_rounds(tournament: Tournament, division: Division, paired: int) -> list[TeamRound]:
    """Return the rounds whose line-ups are due: the next one, or all if rounds are concurrent."""
    left = [draft for draft in schedule_of(tournament, division) if draft.round > paired]
    due = left if tournament.at_once else left[:1]
    crews = members_by_team(tournament, division)
    return [line_up_boards(tournament, draft, crews) for draft in due]


def members_by_team(tournament: Tournament, division: Division) -> dict[int, list[Entrant]]:
    """Return the playing members of each team of a division, in board order."""
    return {
        team.pk: ranked_members(tournament, team) if not team.is_withdrawn else []
        for team in Team.objects.filter(division=division)
    }


def line_up_boards(
    tournament: Tournament, draft: Draft, crews: dict[int, list[Entrant]]
) -> TeamRound:
    """Return a round with its line-ups: members in board order, without the absent."""
    absent = absent_entrant_ids(tournament, draft.round)
    lines = {
        team: pairing.choose_line_up([each.pk for each in crew], tournament.boards, absent)
        for team, crew in crews.items()
    }
    meetings = [
        MeetingPlan(number, home, away, pairing.seat_line_ups(lines[home], lines[away]))
        for number, (home, away) in enumerate((each.seats for each in draft.pairings), 1)
    ]
    free = [
        MeetingPlan(number, bye.entrant, None)
        for number, bye in enumerate(draft.byes, len(meetings) + 1)
    ]
    engine = f"{draft.engine} {draft.version}"
    return TeamRound(draft.round, (*meetings, *free), engine, draft.record, draft.note)


def save_meetings(
    round_: Round, meetings: Sequence[MeetingPlan], boards: int, now: datetime
) -> None:
    """Save the meetings of a round with their boards; a board with one player is won by forfeit.

    A captain who is no longer in their team is first replaced by its highest-ranked member.
    """
    teams = {pk for plan in meetings for pk in (plan.home, plan.away) if pk is not None}
    for team in Team.objects.playing().filter(pk__in=teams).select_related("tournament"):
        crew = ranked_members(team.tournament, team)
        if crew and team.captain_id not in {entrant.player_id for entrant in crew}:
            appoint_captain(team, crew[0], now)
    for plan in meetings:
        meeting = TeamMeeting.objects.create(
            round=round_, number=plan.number, home_id=plan.home, away_id=plan.away
        )
        for board in plan.boards:
            present = [who for who in board.seats if who is not None]
            alone = len(present) == 1
            fixture = Fixture.objects.create(
                round=round_,
                meeting=meeting,
                board=(plan.number - 1) * boards + board.number,
                kind=Fixture.Kind.FORFEIT if alone else Fixture.Kind.PLAYED,
                settled_at=now if alone else None,
            )
            FixtureSeat.objects.bulk_create(
                FixtureSeat(
                    fixture=fixture,
                    seat=seat,
                    entrant_id=who,
                    place=1 if alone else None,
                    points=0 if alone else None,
                )
                for seat, who in enumerate(present)
            )


def seat_alternates(fixture: Fixture, gone: set[int], now: datetime) -> bool:
    """Seat alternates for withdrawn players; return False if there are none."""
    replaced = False
    seats = FixtureSeat.objects.filter(fixture=fixture, entrant__in=gone)
    for seat in seats.select_related("entrant__team__tournament", "entrant__player__user"):
        team = seat.entrant.team
        coming = next(iter(free_members(team, fixture.round)), None) if team else None
        if coming is not None:
            replace_player(fixture, seat, coming, now)
            replaced = True
    return replaced


def replace_player(fixture: Fixture, seat: FixtureSeat, coming: Entrant, now: datetime) -> None:
    """Seat a substitute and notify the players concerned."""
    going = seat.entrant
    seat.entrant = coming
    seat.save(update_fields=["entrant"])
    team_pairings.notify_substituted(fixture, going, coming, now=now)
