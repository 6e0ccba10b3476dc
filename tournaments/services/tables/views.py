"""A division as pages, the API and files show it: its table or its entrants, rounds, bracket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch

from django.utils.translation import gettext as _

from tournaments import queries, team_queries
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import Ladder
from tournaments.formats.teams import Teams as TeamFormat
from tournaments.models import Division, Entrant, Fixture, Round, Tournament
from tournaments.services import wording
from tournaments.services.tables import brackets, contest_tables, team_tables
from tournaments.services.tables.engine_words import words_of
from tournaments.services.tables.events import event_of
from tournaments.services.tables.places import matches_played, name_of, rungs
from tournaments.services.tables.rows import TableRow, rows_by_place, table
from tournaments.services.wording import figure, score_of
from tournaments.standings.base import Event, System
from tournaments.standings.table import Row, cross_table, standings


@dataclass(frozen=True)
class DivisionView:
    """A division with its table, its rounds and, where it is a tree, its bracket.

    ``ranked``: a result stands by which anybody could be before anybody else.
    """

    division: Division
    name: str
    criteria: tuple[wording.Heading, ...]
    rows: tuple[TableRow, ...]
    rounds: tuple[dict[str, object], ...]
    cross: tuple[dict[str, object], ...] = ()
    bracket: tuple[dict[str, object], ...] = field(default=())
    scorers: tuple[dict[str, object], ...] = ()
    plain: bool = False
    ranked: bool = True

    @property
    def key(self) -> str:
        """How addresses call the division."""
        return wording.division_key(self.division)


def view_of(tournament: Tournament, division: Division, *, bare: bool = False) -> DivisionView:
    """Return everything the page shows of a division; ``bare``, the table alone."""
    return _view(tournament.format_of(division), tournament, division, bare)


@singledispatch
def _view(_format: Format, tournament: Tournament, division: Division, bare: bool) -> DivisionView:
    """Return a division of persons: the table, the rounds, the cross table."""
    event = event_of(tournament, division)
    order = standings(event, tournament.tie_breaks)
    played, entrants = matches_played(event), _entrants(division)
    return DivisionView(
        division,
        name_of(tournament, division),
        *table(tournament, division, order, entrants, played),
        () if bare else _rounds(queries.rounds_of(division)),
        cross=_cross(event, order, entrants) if tournament.seats == 2 and not bare else (),
        ranked=bool(played),
    )


@_view.register
def _tree_view(
    _format: Knockout, tournament: Tournament, division: Division, bare: bool
) -> DivisionView:
    """Return a knock-out: its bracket, and how far everybody has come."""
    rounds = [] if bare else queries.rounds_of(division)
    places = dict(brackets.places(tournament, division))
    return DivisionView(
        division,
        name_of(tournament, division),
        (),
        rows_by_place(_entrants(division), places, over=division.finished_at is not None),
        _rounds(rounds),
        bracket=() if bare else brackets.columns(tournament, division, rounds),
        plain=True,
        ranked=len(set(places.values())) > 1,
    )


@_view.register
def _ladder_view(
    _format: Ladder, tournament: Tournament, division: Division, bare: bool
) -> DivisionView:
    """Return a ladder: its rungs and its matches."""
    entrants, places = _entrants(division), dict(rungs(division))
    rows = rows_by_place({pk: entrants[pk] for pk in places}, places)
    rounds = () if bare else _rounds(queries.rounds_of(division))
    return DivisionView(division, name_of(tournament, division), (), rows, rounds, plain=True)


@_view.register
def _team_view(
    _format: TeamFormat, tournament: Tournament, division: Division, _bare: bool
) -> DivisionView:
    """Return a division of teams: the table, the meetings with their boards, the cross table."""
    event = event_of(tournament, division)
    ranked = standings(event, tournament.tie_breaks)
    teams = {team.pk: team for team in team_queries.teams_of(tournament).filter(division=division)}
    played = matches_played(event)
    names = {pk: team.name for pk, team in teams.items()}
    return DivisionView(
        division,
        name_of(tournament, division),
        *table(tournament, division, ranked, teams, played),
        team_tables.rounds_of(tournament, division),
        cross=team_tables.cross_of(event, [row.entrant for row in ranked], names),
        scorers=team_tables.scorers_of(division),
        ranked=bool(played),
    )


@_view.register
def _contest_view(
    _format: Contest, tournament: Tournament, division: Division, _bare: bool
) -> DivisionView:
    """Return a contest: penalty points, puzzles played, then what parts equal points."""
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
        for row in contest_tables.standing(tournament, division)
    )
    criteria = tuple(wording.criterion_heading(key) for key in tournament.tie_breaks)
    ranked = any(row.played for row in rows)
    return DivisionView(division, _("Table"), criteria, rows, (), ranked=ranked)


def _entrants(division: Division) -> dict[int, Entrant]:
    """Return those of a division with their players."""
    own = (
        Entrant.objects.filter(playoff=division)
        if division.stage == Division.Stage.PLAYOFF
        else Entrant.objects.filter(division=division)
    )
    return {each.pk: each for each in own.select_related("player")}


def _rounds(rounds: Sequence[Round]) -> tuple[dict[str, object], ...]:
    """Return the rounds with their fixtures in words."""
    return tuple(
        {
            "number": each.number,
            "opens_at": each.opens_at,
            "closes_at": each.closes_at,
            "closed_at": each.closed_at,
            "how": words_of(each),
            "skipped": each.skipped,
            "rows": [_fixture(fixture) for fixture in each.fixtures.all()],
        }
        for each in rounds
    )


def _fixture(fixture: Fixture) -> dict[str, object]:
    """Return a fixture as the list of rounds shows it."""
    seats = list(fixture.seats.all())
    return {
        "board": fixture.board,
        "names": [seat.entrant.player.name for seat in seats],
        "score": score_of(fixture),
        "url": fixture.match.get_absolute_url() if fixture.match else "",
    }


def _cross(
    event: Event, ranked: Sequence[Row], entrants: Mapping[int, Entrant]
) -> tuple[dict[str, object], ...]:
    """Return the cross table in the order of the table; a Swiss shows its progress instead."""
    if event.system is System.SWISS:
        return ()
    order = [row.entrant for row in ranked]
    cells = cross_table(event, order)
    return tuple(
        {
            "name": entrants[pk].player.name,
            "cells": [" ".join(figure(mark.points) for mark in cell) for cell in row],
        }
        for pk, row in zip(order, cells, strict=True)
    )
