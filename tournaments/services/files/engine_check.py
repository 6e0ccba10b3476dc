"""Checks which rounds of a Swiss FIDE's engine did not pair, and whether it could have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from typing import NamedTuple

from tournaments import team_queries
from tournaments.errors import TournamentError
from tournaments.formats.base import Format
from tournaments.formats.teams import TeamSwiss
from tournaments.models import Division, Fixture, Round, Tournament
from tournaments.pairing import dutch, matching, swiss
from tournaments.pairing.base import Bye, Draft, with_running_as_ties
from tournaments.services.rounds.swiss import swiss_input
from tournaments.services.rounds.team_swiss import team_swiss_input
from tournaments.services.tables.events import event_of
from tournaments.services.tables.team_events import team_event
from tournaments.standings.base import REQUESTED_BYES, Event, Fixture as Unsettled, Kind, Result

OWN_ERRORS = frozenset({"two_results_in_round", "forfeit_without_loser"})


class Fallback(NamedTuple):
    """A round paired by our own matching, the reason, and whether FIDE's engine could have paired
    it.
    """

    round: Round
    note: str
    engine_could: bool


def fallbacks_in(tournament: Tournament) -> Iterator[Fallback]:
    """Yield the rounds of a tournament that FIDE's engine did not pair."""
    rounds = Round.objects.filter(
        division__tournament=tournament, engine__startswith=matching.ENGINE
    )
    for made in rounds.select_related("division").order_by("division", "number"):
        yield Fallback(made, made.note, can_engine_pair(tournament, made))


def can_engine_pair(tournament: Tournament, round_: Round) -> bool:
    """Whether FIDE's engine can pair a stored round from what was known when it was paired.

    True for records that we wrote badly: those are our own errors, not limits of the engine.
    """
    if round_.note in OWN_ERRORS:
        return True
    try:
        return _pair_again(tournament.event_format, tournament, round_).engine == dutch.ENGINE
    except TournamentError:
        return False


@singledispatch
def _pair_again(_format: Format, tournament: Tournament, round_: Round) -> Draft:
    """Pair a stored round of individuals again."""
    byes = round_.fixtures.filter(kind__in=REQUESTED_BYES).prefetch_related("seats")
    absent = {seat.entrant_id: Kind(each.kind) for each in byes for seat in each.seats.all()}
    event = _event_before(tournament, round_)
    here = set(round_.fixtures.values_list("seats__entrant", flat=True))
    absent |= {who: Kind.ZERO_BYE for who in event.entrants if who not in here}
    call = swiss_input(
        tournament, round_.division, event, [Bye(who, kind) for who, kind in absent.items()]
    )
    return swiss.pair(call)


@_pair_again.register
def _pair_teams_again(format_: TeamSwiss, tournament: Tournament, round_: Round) -> Draft:
    """Pair a stored round of teams again, from the results known on its day."""
    event = team_event(tournament, round_.division)
    pairs = round_.meetings.values_list("home", "away")
    gone = set(event.entrants) - {team for pair in pairs for team in pair if team}
    running = _meetings_open_at(round_)
    late = {(each.round, each.seats) for each in running}
    results = [each for each in event.results if _is_known(each, round_.number, late)]
    before = replace(event, results=tuple(results), rounds=round_.number - 1)
    event = with_running_as_ties(before, running, round_.number - 1)
    return format_.pair(team_swiss_input(tournament, round_.division, event, gone))


def _meetings_open_at(round_: Round) -> list[Unsettled]:
    """Return the earlier meetings with a board undecided when this round was published."""
    earlier = team_queries.meetings_of(round_.division).filter(round__number__lt=round_.number)
    return [
        Unsettled(each.round.number, (each.home_id, each.away_id))
        for each in earlier
        if each.away_id and any(_was_open_at(board, round_) for board in each.fixtures.all())
    ]


def _was_open_at(fixture: Fixture, round_: Round) -> bool:
    """Whether a fixture was undecided when a round was published; annulled ones never are."""
    at = fixture.settled_at
    return fixture.kind != Fixture.Kind.ANNULLED and (at is None or at > round_.published_at)


def _event_before(tournament: Tournament, round_: Round) -> Event:
    """Return the event as it was when a round was paired: later results count as draws."""
    event = event_of(tournament, round_.division)
    running = _running_at(round_.division, round_)
    late = {(each.round, each.seats) for each in running}
    results = [each for each in event.results if _is_known(each, round_.number, late)]
    before = replace(event, results=tuple(results), rounds=round_.number - 1)
    return with_running_as_ties(before, running, round_.number - 1)


def _is_known(result: Result, number: int, late: set[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether a result was known when a round was paired."""
    return result.round < number and (result.round, result.seats) not in late


def _running_at(division: Division, round_: Round) -> list[Unsettled]:
    """Return the earlier fixtures without a result when a round was published."""
    earlier = Fixture.objects.filter(round__division=division, round__number__lt=round_.number)
    open_then = [
        each
        for each in earlier.select_related("round").prefetch_related("seats")
        if _was_open_at(each, round_)
    ]
    return [
        Unsettled(each.round.number, tuple(seat.entrant_id for seat in each.seats.all()))
        for each in open_then
    ]
