"""Checks a season against an independent computation: results, tables, places, reports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch

from games.models import Match, Seat
from tests.rehearsal.proof import (
    double_trees,
    lines,
    records,
    reports,
    rounds,
    tables,
    team_records,
    trees,
    virtual,
)
from tests.rehearsal.proof.records import Record
from tournaments import formats
from tournaments.errors import TournamentError
from tournaments.formats.base import Format
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.pods import Pods
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.formats.teams import TeamSwiss
from tournaments.models import Division, Entrant, FixtureSeat, Round, Team, Tournament
from tournaments.services.files import engine_check, trf_files
from tournaments.services.tables import places as shown

REPORTED = (RoundRobin, Swiss)
RANKED = (*REPORTED, Pods)
NOT_COMPARED = ("direct_encounter", "lots")  # they mean something among equals only: places tell


def faults_of(tournament: Tournament) -> Iterator[str]:
    """Yield every difference between a finished season and its second computation."""
    places: dict[int, int] = {}
    for division in Division.objects.filter(tournament=tournament).order_by("stage", "number"):
        record = records.record_of(tournament, division)
        name = f"{tournament} {division.number}"
        yield from (f"{name}: {error}" for error in _results(record))
        yield from (f"{name}: {error}" for error in _leavers(record))
        ranks = _ranks_of(tournament.event_format, record, places)
        yield from (f"{name}: {error}" for error in ranks)
    yield from _kept_places(tournament, places)
    for each in engine_check.fallbacks_in(tournament):
        if each.engine_could:
            yield (
                f"{tournament}: round {each.round.number} was paired by {each.round.engine} "
                f"({each.note}), though FIDE's engine could have paired it"
            )


def _results(record: Record) -> Iterator[str]:
    """Yield the fixtures whose stored result is not that of their match."""
    seats = FixtureSeat.objects.filter(fixture__round__division=record.division)
    stored = {
        (seat.fixture_id, seat.entrant_id): (seat.place, seat.points or 0)
        for seat in seats.exclude(fixture__match=None)
    }
    for game in record.games:
        for side in game.sides:
            kept = stored.get((game.fixture, side.entrant), (side.place, side.legs))
            if kept != (side.place, side.legs):
                yield (
                    f"fixture {game.fixture} has {kept} for entrant {side.entrant}, "
                    f"its match {(side.place, side.legs)}"
                )


def _leavers(record: Record) -> Iterator[str]:
    """Yield two-player matches not lost by the player who left them, unless a referee ruled."""
    seats = Seat.objects.filter(match__fixture__round__division=record.division)
    seats = seats.exclude(left_by="").filter(match__status=Match.Status.FINISHED)
    games = {game.fixture: game for game in record.games}
    for seat in seats.select_related("match__fixture"):
        game = games[seat.match.fixture.pk]
        if len(game.sides) == 2 and not game.ruled and seat.rank != 2:
            yield f"match {seat.match_id} was left by seat {seat.number} at rank {seat.rank}"


@singledispatch
def _ranks_of(_format: Format, record: Record, places: dict[int, int]) -> Iterator[str]:
    """Yield what is wrong with a table or a tree; note the places it should end with."""
    form = record.tournament.format_of(record.division)
    if isinstance(form, DoubleElimination):
        places |= double_trees.places_of(record)
        yield from double_trees.faults_in(record)
    elif form.has_bracket:
        places |= trees.places_of(record)
        yield from trees.strangers(record)
    elif isinstance(form, RANKED):
        table = tables.table_of(record)
        places |= {each.entrant: each.place for each in table}
        yield from _unlike(record, table)
        if isinstance(form, REPORTED):
            yield from _report(record, table)
    if isinstance(form, Swiss):
        yield from rounds.faults_in(record)


@_ranks_of.register
def _team_ranks(_format: TeamSwiss, games: Record, places: dict[int, int]) -> Iterator[str]:
    """Yield what is wrong with a Swiss of teams; note the places of everybody in them."""
    record = team_records.record_of(games.tournament, games.division)
    table = tables.table_of(record)
    team_places = {each.entrant: each.place for each in table}
    members = Entrant.objects.filter(team__in=team_places).values_list("pk", "team")
    places |= {pk: team_places[team] for pk, team in members if team is not None}
    for team, kept in Team.objects.filter(pk__in=team_places).values_list("pk", "final_place"):
        if kept != team_places[team]:
            yield f"team {team} is kept at {kept}, should be at {team_places[team]}"
    yield from _unlike(record, table)
    yield from rounds.faults_in(record)
    yield from team_records.strange_order(record)


def _unlike(record: Record, table: list[lines.Place]) -> Iterator[str]:
    """Yield where the table that is shown differs."""
    criteria = record.tournament.tie_breaks
    computed = {each.entrant: each for each in table}
    for row in shown.rows_of(record.tournament, record.division):
        own = computed[row.entrant]
        if (row.rank, row.points) != (own.place, own.points):
            yield (
                f"the table shows entrant {row.entrant} at {row.rank} with {row.points} points, "
                f"should be at {own.place} with {own.points}"
            )
        for key, value in zip(criteria, row.values, strict=True):
            if key not in NOT_COMPARED and value is not None and value != own.values[key]:
                yield (
                    f"the table shows {key} {value} for entrant {row.entrant}, "
                    f"should be {own.values[key]}"
                )


def _report(record: Record, table: list[lines.Place]) -> Iterator[str]:
    """Yield what is wrong with the report file."""
    try:
        text = trf_files.build_report(
            record.tournament, record.division, several=record.tournament.lowest_division > 1
        )
    except TournamentError as error:
        yield f"report: it cannot be written, {error}"
        return
    yield from reports.faults_in(text, record, table)
    win = record.vector(2)[0]
    yield from (f"report: {error}" for error in virtual.faults_in(text, record, win))


def _kept_places(tournament: Tournament, places: dict[int, int]) -> Iterator[str]:
    """Yield where the places that are kept for good are others than those computed."""
    if not places:  # a ladder has its rungs, a contest its own table
        for _division, order in reversed(shown.final_places(tournament)):
            places |= dict(order)
    own = Entrant.objects.filter(tournament=tournament, number__isnull=False)
    for pk, place in own.values_list("pk", "final_place"):
        if place != places.get(pk):
            yield f"{tournament}: entrant {pk} is kept at {place}, should be at {places.get(pk)}"


def _keys(kinds: tuple[type[Format], ...]) -> list[str]:
    """Return the keys of the formats whose first stage is one of these."""
    return [key for key, each in formats.FORMATS.items() if isinstance(each.stage("main"), kinds)]


def figures(seasons: list[Tournament]) -> dict[str, int]:
    """Return how much was computed a second time, and who paired."""
    made = Round.objects.filter(division__tournament__in=seasons)
    swiss = made.filter(division__tournament__format__in=_keys((Swiss, TeamSwiss)))
    by_engine = swiss.filter(engine__startswith=rounds.ENGINE)
    divisions = Division.objects.filter(tournament__in=seasons)
    computed = _keys((*RANKED, TeamSwiss))
    return {
        "rounds": made.count(),
        "rounds paired by FIDE's engine": by_engine.count(),
        "Swiss rounds paired otherwise": swiss.count() - by_engine.count(),
        "tables computed twice": divisions.filter(tournament__format__in=computed).count(),
        "report files read": divisions.filter(tournament__format__in=_keys(REPORTED)).count(),
    }
