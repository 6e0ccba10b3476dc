"""The record of a division of teams, whose games are meetings, from the matches of their boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from tests.rehearsal.proof import rounds
from tests.rehearsal.proof.records import (
    PLAYED,
    UNPLAYED,
    Game,
    Record,
    Side,
    record_of as record_of_persons,
)
from tournaments.models import Division, Entrant, Round, Team, TeamMeeting, Tournament


@dataclass(frozen=True)
class TeamRecord(Record):
    """A division of teams; points are match points for a win, a tie and a defeat."""

    def vector(self, seats: int) -> tuple[int, ...]:
        """Return the match points of winner and loser."""
        del seats
        win, _tie, loss = self.tournament.points
        return win, loss


def record_of(tournament: Tournament, division: Division) -> TeamRecord:
    teams = tuple(Team.objects.filter(division=division).order_by("number"))
    entrants = cast("tuple[Entrant, ...]", teams)  # they have numbers and ratings as persons do
    return TeamRecord(tournament, division, entrants, tuple(_meetings(tournament, division)))


def _meetings(tournament: Tournament, division: Division) -> Iterator[Game]:
    """Yield all meetings in their order; a team without guests has a bye."""
    boards = {game.fixture: game for game in record_of_persons(tournament, division).games}
    own = Entrant.objects.filter(tournament=tournament)
    teams = {pk: team for pk, team in own.values_list("pk", "team") if team is not None}
    meetings = TeamMeeting.objects.filter(round__division=division).select_related("round")
    for meeting in meetings.prefetch_related("fixtures").order_by("round__number", "number"):
        number, host = meeting.round.number, meeting.home_id
        if meeting.away_id is None:
            least_win = Fraction(tournament.boards + 1, 2)
            side = (Side(host, None, least_win),)
            yield Game(meeting.pk, number, meeting.number, "paired_bye", side)
            continue
        games = [boards[each.pk] for each in meeting.fixtures.all()]
        yield _meeting(meeting, (host, meeting.away_id), games, teams)


def _meeting(
    meeting: TeamMeeting, pair: tuple[int, int], games: Sequence[Game], teams: dict[int, int]
) -> Game:
    """Return a meeting: the team with more board points has won it, none if nobody played."""
    made = dict.fromkeys(pair, Fraction(0))
    for game in games:
        winners = [side for side in game.sides if side.place == 1]
        for side in winners:
            made[teams[side.entrant]] += Fraction(1, len(winners))
    played = any(game.ended_at and len(game.sides) > 1 for game in games)
    home, away = made[pair[0]], made[pair[1]]
    beaten = 2 if played else None
    places: tuple[int | None, int | None] = (
        beaten if home < away else 1,
        beaten if away < home else 1,
    )
    if not home and not away:
        places = (None, None)
    sides = tuple(Side(team, place, made[team]) for team, place in zip(pair, places, strict=True))
    ends = [game.ended_at for game in games if game.ended_at is not None]
    return Game(
        meeting.pk,
        meeting.round.number,
        meeting.number,
        PLAYED if played else UNPLAYED,
        sides,
        ended_at=max(ends, default=None),
        ruled=any(game.ruled for game in games) or not (home or away),
    )


def strange_order(record: Record) -> Iterator[str]:
    """Yield rounds whose teams were not numbered by the board points of the rounds before."""
    for made in Round.objects.filter(division=record.division).order_by("number"):
        found = rounds.ENTRANTS.search(made.engine_input)
        before = [game for game in record.games if game.round < made.number]
        if found is None or any(_unsettled(game, made) for game in before):
            continue
        points = dict.fromkeys((team.pk for team in record.entrants), Fraction(0))
        for game in before:
            for side in game.sides:
                points[side.entrant] += side.legs
        numbers = {team.pk: team.number or 0 for team in record.entrants}
        order = sorted(numbers, key=lambda pk: (-points[pk], numbers[pk]))
        if order != [int(each) for each in found[1].split()]:
            yield f"round {made.number} was not paired in the order of board points"


def _unsettled(game: Game, made: Round) -> bool:
    """Whether a meeting ran on when a round was paired, or may have had another result."""
    if game.is_bye:
        return False
    return game.ruled or game.ended_at is None or game.ended_at >= made.published_at
