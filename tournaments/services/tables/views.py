"""A division as pages, the API and files show it: table, rounds, bracket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments import team_queries
from tournaments.division_queries import contents_of, load_divisions, with_contents
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import Ladder
from tournaments.formats.teams import Teams as TeamFormat
from tournaments.models import Division, Entrant, Tournament
from tournaments.services import wording
from tournaments.services.tables import (
    brackets,
    cached_order,
    contest_tables,
    double_trees,
    team_tables,
)
from tournaments.services.tables.cross_tables import CrossLine, cross_of
from tournaments.services.tables.engine_words import unpaired_reason
from tournaments.services.tables.events import boosts_of, event_of
from tournaments.services.tables.listed_rounds import listed_rounds, rounds_of
from tournaments.services.tables.places import matches_played, name_of, rung_places
from tournaments.services.tables.rows import TableRow, build_table, rows_by_place
from tournaments.services.tables.virtual_words import virtual_words
from tournaments.standings.base import Event
from tournaments.standings.table import standings


@dataclass(frozen=True)
class DivisionView:
    """A division with its table, rounds and bracket.

    ``ranked``: whether any result orders the entrants; ``running``: how many games do not count
    yet.
    """

    division: Division
    name: str
    criteria: tuple[wording.Heading, ...]
    rows: tuple[TableRow, ...]
    rounds: tuple[dict[str, object], ...]
    cross: tuple[CrossLine, ...] = ()
    bracket: tuple[dict[str, object], ...] = field(default=())
    scorers: tuple[dict[str, object], ...] = ()
    virtual: tuple[str, ...] = ()
    plain: bool = False
    ranked: bool = True
    running: int = 0

    @property
    def performs(self) -> bool:
        """Whether anybody has a performance rating."""
        return any(row.performance is not None for row in self.rows)

    @property
    def unpaired(self) -> str:
        """Why its next round cannot be paired; "" if it can."""
        return unpaired_reason(self.division) if self.division.unpaired_round else ""

    @property
    def key(self) -> str:
        """The key of the division in URLs."""
        return wording.division_key(self.division)


def division_views(tournament: Tournament) -> list[DivisionView]:
    return [view_of(tournament, each, bare=True) for each in load_divisions(tournament)]


class ViewOptions(NamedTuple):
    """The requested parts: the table alone or everything; a chosen round."""

    bare: bool = False
    round: int = 0


def view_of(
    tournament: Tournament, division: Division, *, bare: bool = False, chosen: int = 0
) -> DivisionView:
    """Return everything a page shows of a division; ``bare`` means the table alone.

    In a large division, only open rounds (or the ``chosen`` one) have fixtures.
    """
    shown = ViewOptions(bare, chosen)
    return _view(tournament.format_of(division), tournament, with_contents(division), shown)


@singledispatch
def _view(
    _format: Format, tournament: Tournament, division: Division, options: ViewOptions
) -> DivisionView:
    """Return a division of individuals: table, rounds, cross table."""
    event = event_of(tournament, division)
    order, performances = cached_order.standings_of(event, tournament.tie_breaks)
    played, entrants = matches_played(event), _entrants(division)
    criteria, rows = build_table(tournament, division, order, entrants, played, performances)
    if event.starts:
        rows = tuple(replace(row, start=event.starts[row.entrant.pk]) for row in rows)
    begun = running_boards(division)
    running = [each.seats for each in event.running if tuple(each) in begun]
    return DivisionView(
        division,
        name_of(tournament, division),
        criteria,
        _add_running(rows, running),
        () if options.bare else listed_rounds(tournament, contents_of(division), options.round),
        cross=cross_of(division, event, order, entrants)
        if tournament.seats == 2 and not options.bare
        else (),
        virtual=_virtual_sentences(tournament, division, event, entrants),
        ranked=bool(played),
        running=len(running),
    )


def running_boards(division: Division) -> set[tuple[int, tuple[int, ...]]]:
    """Return the boards whose match is running, by round and seats."""
    boards = contents_of(division).boards
    live = (each for each in boards if each.match is not None and not each.is_settled)
    return {(each.round, each.entrants) for each in live}


def _add_running(
    rows: Iterable[TableRow], running: Iterable[Sequence[int]]
) -> tuple[TableRow, ...]:
    """Return rows with their number of running matches."""
    counted = Counter(who for seats in running for who in seats)
    return tuple(replace(row, running=counted[row.entrant.pk]) for row in rows)


def _virtual_sentences(
    tournament: Tournament, division: Division, event: Event, entrants: dict[int, Entrant]
) -> tuple[str, ...]:
    """Return sentences on virtual points."""
    shown = () if event.starts else boosts_of(tournament, division, event)
    return virtual_words(shown, entrants)


@_view.register
def _tree_view(
    _format: Knockout, tournament: Tournament, division: Division, options: ViewOptions
) -> DivisionView:
    """Return a knock-out: its bracket and places."""
    rounds = [] if options.bare else contents_of(division).rounds
    places = dict(brackets.places(tournament, division))
    return DivisionView(
        division,
        name_of(tournament, division),
        (),
        rows_by_place(_entrants(division), places, over=division.finished_at is not None),
        rounds_of(tournament, rounds),
        bracket=() if options.bare else brackets.columns(tournament, division, rounds),
        plain=True,
        ranked=len(set(places.values())) > 1,
    )


@_view.register
def _double_view(
    _format: DoubleElimination, tournament: Tournament, division: Division, options: ViewOptions
) -> DivisionView:
    """Return a double elimination: its trees and places."""
    rounds = [] if options.bare else contents_of(division).rounds
    places = dict(double_trees.places(tournament, division))
    return DivisionView(
        division,
        name_of(tournament, division),
        (),
        rows_by_place(_entrants(division), places, over=division.finished_at is not None),
        rounds_of(tournament, rounds),
        bracket=() if options.bare else double_trees.columns(tournament, division, rounds),
        plain=True,
        ranked=len(set(places.values())) > 1,
    )


@_view.register
def _ladder_view(
    _format: Ladder, tournament: Tournament, division: Division, options: ViewOptions
) -> DivisionView:
    """Return a ladder: its rungs and matches."""
    entrants, places = _entrants(division), dict(rung_places(division))
    rows = rows_by_place({pk: entrants[pk] for pk in places}, places)
    rounds = () if options.bare else rounds_of(tournament, contents_of(division).rounds)
    return DivisionView(division, name_of(tournament, division), (), rows, rounds, plain=True)


@_view.register
def _team_view(
    _format: TeamFormat, tournament: Tournament, division: Division, options: ViewOptions
) -> DivisionView:
    """Return a division of teams: table, meetings with boards, cross table."""
    event = event_of(tournament, division)
    ranked = standings(event, tournament.tie_breaks)
    teams = {team.pk: team for team in team_queries.teams_of(tournament).filter(division=division)}
    meetings, played = list(team_queries.meetings_of(division)), matches_played(event)
    for each in meetings:
        contents_of(division).reading.let_in(each.fixtures.all())
    criteria, rows = build_table(tournament, division, ranked, teams, played)
    known = [(each, team_tables.meeting_row(tournament, each)) for each in meetings]
    running = [
        (each.home_id, each.away_id or 0)
        for each, row in known
        if row.get("open") and row.get("begun")
    ]
    return DivisionView(
        division,
        name_of(tournament, division),
        criteria,
        _add_running(rows, running),
        team_tables.rounds_of(tournament, division, meetings, options.round),
        cross=team_tables.cross_of(event, ranked, teams, meetings),
        scorers=team_tables.scorer_rows(meetings, {pk: team.name for pk, team in teams.items()}),
        ranked=bool(played),
        running=len(running_boards(division)),
    )


@_view.register
def _contest_view(
    _format: Contest, tournament: Tournament, division: Division, _shown: ViewOptions
) -> DivisionView:
    """Return a contest: penalty points, puzzles played, tie-breaks."""
    rows = tuple(
        TableRow(
            entrant=row.entrant,
            player=row.entrant.player,
            place=row.place,
            score=row.points,
            played=row.played,
            marks=(row.sweeps, row.submitted),
            withdrawn=row.entrant.status == Entrant.Status.WITHDRAWN,
            moves="",
        )
        for row in contest_tables.contest_rows(tournament, division)
    )
    criteria = tuple(wording.criterion_heading(key) for key in tournament.tie_breaks)
    ranked = any(row.played for row in rows)
    return DivisionView(division, _("Table"), criteria, rows, (), ranked=ranked)


def _entrants(division: Division) -> dict[int, Entrant]:
    return {each.pk: each for each in contents_of(division).entrants}
