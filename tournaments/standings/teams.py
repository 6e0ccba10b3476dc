"""Team standings: board points decide a meeting, match points rank, board points come next.

A meeting becomes one result between two teams, with board points as its points over legs, so
that table, criteria and half rule are the same as for individuals. Where FIDE's C.07 speaks of
points, these are match points.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tournaments.errors import TournamentError
from tournaments.standings.base import (
    HALF,
    ZERO,
    Entrant,
    Event,
    EventEntrant,
    Fixture,
    Kind,
    Place,
    Points,
    Result,
    Scoring,
    System,
)
from tournaments.standings.withdrawal import WithdrawalRule, withdraw

ONE = 2 * HALF
MATCH_POINTS = (2, 1, 0)


class Meeting(NamedTuple):
    """Two teams, the home team first, with both teams' points at each board.

    `played` says whether any board was played; an unfinished meeting has no result yet. A single
    team has a bye.
    """

    round: int
    teams: tuple[Entrant, ...]
    boards: tuple[tuple[Points, ...], ...] = ()
    played: bool = True
    finished: bool = True


def match_point_scoring(match_points: Sequence[int | Fraction] = MATCH_POINTS) -> Scoring:
    """Return the scoring by match points for a win, a tie and a loss."""
    if len(match_points) != 3:
        raise TournamentError("wrong_scoring", vectors=match_points)
    win, tie, loss = (Fraction(points) for points in match_points)
    if not win >= tie >= loss:
        raise TournamentError("wrong_scoring", vectors=match_points)
    return Scoring(((win, loss),), tie=tie)


def board_points(places: Sequence[Place]) -> tuple[Points, ...]:
    """Return the points for places at one board: 1, ½ or 0."""
    best = [place == 1 for place in places]
    share = ONE / max(1, sum(best))
    return tuple(share if first else ZERO for first in best)


def event_of(
    entered: Sequence[EventEntrant],
    meetings: Sequence[Meeting],
    *,
    boards: int,
    withdrawn: Collection[Entrant] = (),
    rule: WithdrawalRule = WithdrawalRule.HALF,
    match_points: Sequence[int | Fraction] = MATCH_POINTS,
) -> Event:
    """Return the event of a division of teams; withdrawn teams are treated by the rule."""
    finished = [
        meeting_result(each) if len(each.teams) > 1 else bye_result(each, boards)
        for each in meetings
        if each.finished
    ]
    ahead = [Fixture(each.round, each.teams) for each in meetings if not each.finished]
    results = withdraw(finished, ahead, withdrawn, rule=rule) if withdrawn else tuple(finished)
    decided = {(each.round, each.seats) for each in results}
    return Event(
        tuple(entered),
        tuple(_award_all_boards(result, boards) for result in results),
        system=System.ROUND_ROBIN,
        scoring=match_point_scoring(match_points),
        boards=boards,
        running=tuple(each for each in ahead if tuple(each) not in decided),
    )


def meeting_result(meeting: Meeting) -> Result:
    """Return a finished meeting as a result between two teams; both lose a 0–0.

    The loser of a meeting in which no board was played has no place.
    """
    sides = tuple(tuple(board[side] for board in meeting.boards) for side in (0, 1))
    home, away = (sum(points, ZERO) for points in sides)
    beaten: Place = 2 if meeting.played else None
    places: tuple[Place, ...] = (beaten if home < away else 1, beaten if away < home else 1)
    if not home and not away:
        places = (None, None)
    return Result(
        meeting.round,
        meeting.teams,
        places,
        Kind.PLAYED if meeting.played else Kind.FORFEIT,
        legs=(home, away),
        boards=sides,
    )


def bye_result(meeting: Meeting, boards: int) -> Result:
    """Return a pairing-allocated bye: a win by the smallest margin."""
    legs = (boards * HALF + HALF,)
    return Result(meeting.round, meeting.teams, kind=Kind.PAIRED_BYE, legs=legs)


def _award_all_boards(result: Result, boards: int) -> Result:
    """Give all boards to the opponents of a withdrawn team."""
    if result.kind is not Kind.WITHDRAWN:
        return result
    won = tuple(ONE if place is not None else ZERO for place in result.places)
    return replace(
        result,
        legs=tuple(points * boards for points in won),
        boards=tuple((points,) * boards for points in won),
    )
