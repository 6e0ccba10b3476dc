"""A division as pages, the API and files show it: its table or its entrants, rounds, bracket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments import queries, team_queries
from tournaments.models import Division, Entrant, Fixture, Round, Team, Tournament
from tournaments.services import brackets, contest_tables, team_tables, wording
from tournaments.services.brackets import seed_of
from tournaments.services.events import event_of
from tournaments.services.tables import is_ladder, matches_played, name_of, rungs
from tournaments.services.trees import is_tree
from tournaments.services.wording import figure, score_of
from tournaments.standings.base import Event, System
from tournaments.standings.table import Row, cross_table, standings


@dataclass(frozen=True)
class TableRow:
    """One entrant in the table."""

    entrant: Any
    player: Any
    place: int
    points: str
    played: int
    values: tuple[str, ...]
    withdrawn: bool
    moves: str
    still_in: bool = False


@dataclass(frozen=True)
class DivisionView:
    """A division with its table, its rounds and, where it is a tree, its bracket.

    ``ranked``: a result stands by which anybody could be before anybody else.
    """

    division: Division
    name: str
    criteria: tuple[wording.Heading, ...]
    rows: tuple[TableRow, ...]
    rounds: tuple[dict[str, Any], ...]
    cross: tuple[dict[str, Any], ...] = ()
    bracket: tuple[dict[str, Any], ...] = field(default=())
    scorers: tuple[dict[str, Any], ...] = ()
    plain: bool = False
    ranked: bool = True


def view_of(tournament: Tournament, division: Division, *, bare: bool = False) -> DivisionView:
    """Return everything the page shows of a division; ``bare``, the table alone."""
    if tournament.is_contest:
        return _contest_view(tournament, division)
    if tournament.in_teams:
        return _team_view(tournament, division)
    if is_tree(tournament, division):
        return _tree_view(tournament, division, bare=bare)
    if is_ladder(tournament):
        return _ladder_view(tournament, division, bare=bare)
    return _table_view(tournament, division, bare=bare)


def _tree_view(tournament: Tournament, division: Division, *, bare: bool) -> DivisionView:
    """Return a knock-out: its bracket, and how far everybody has come."""
    rounds = [] if bare else queries.rounds_of(division)
    places = dict(brackets.places(tournament, division))
    return DivisionView(
        division,
        name_of(tournament, division),
        (),
        _rows_by_place(_entrants(division), places, over=division.finished_at is not None),
        _rounds(rounds),
        bracket=() if bare else brackets.columns(tournament, division, rounds),
        plain=True,
        ranked=len(set(places.values())) > 1,
    )


def _ladder_view(tournament: Tournament, division: Division, *, bare: bool) -> DivisionView:
    """Return a ladder: its rungs and its matches."""
    entrants, places = _entrants(division), dict(rungs(division))
    rows = _rows_by_place({pk: entrants[pk] for pk in places}, places)
    rounds = () if bare else _rounds(queries.rounds_of(division))
    return DivisionView(division, name_of(tournament, division), (), rows, rounds, plain=True)


def _table_view(tournament: Tournament, division: Division, *, bare: bool) -> DivisionView:
    """Return a division of persons: the table, the rounds, the cross table."""
    event = event_of(tournament, division)
    order = standings(event, tournament.tie_breaks)
    played, entrants = matches_played(event), _entrants(division)
    return DivisionView(
        division,
        name_of(tournament, division),
        *_table(tournament, division, order, entrants, played),
        () if bare else _rounds(queries.rounds_of(division)),
        cross=_cross(event, order, entrants) if tournament.seats == 2 and not bare else (),
        ranked=bool(played),
    )


def _team_view(tournament: Tournament, division: Division) -> DivisionView:
    """Return a division of teams: the table, the meetings with their boards, the cross table."""
    event = event_of(tournament, division)
    ranked = standings(event, tournament.tie_breaks)
    teams = {team.pk: team for team in team_queries.teams_of(tournament).filter(division=division)}
    played = matches_played(event)
    names = {pk: team.name for pk, team in teams.items()}
    return DivisionView(
        division,
        name_of(tournament, division),
        *_table(tournament, division, ranked, teams, played),
        team_tables.rounds_of(tournament, division),
        cross=team_tables.cross_of(event, [row.entrant for row in ranked], names),
        scorers=team_tables.scorers_of(division),
        ranked=bool(played),
    )


def _contest_view(tournament: Tournament, division: Division) -> DivisionView:
    """Return a contest: penalty points, puzzles played, then what parts equal points."""
    rows = tuple(
        TableRow(
            entrant=row.entrant,
            player=row.entrant.player,
            place=row.place,
            points=str(row.points),
            played=row.played,
            values=(str(row.sweeps), row.submitted.isoformat() if row.submitted else ""),
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


def _table(
    tournament: Tournament,
    division: Division,
    order: Sequence[Row],
    entered: Mapping[int, Entrant] | Mapping[int, Team],
    played: Counter[int],
) -> tuple[tuple[wording.Heading, ...], tuple[TableRow, ...]]:
    """Return the heads of the tie-breaks and the lines of a table, of persons or of teams."""
    return tuple(wording.criterion_heading(key) for key in tournament.tie_breaks), tuple(
        _row(tournament, division, row, entered[row.entrant], (at, len(order), played))
        for at, row in enumerate(order, 1)
    )


def _row(
    tournament: Tournament,
    division: Division,
    row: Row,
    entrant: Entrant | Team,
    where: tuple[int, int, Counter[int]],
) -> TableRow:
    """Return one line of the table; ``where``: its line, how many there are, matches played."""
    line, count, played = where
    return TableRow(
        entrant=entrant,
        player=entrant.player if isinstance(entrant, Entrant) else entrant,
        place=row.rank,
        points=figure(row.points),
        played=played[row.entrant],
        values=tuple(figure(value) for value in row.values),
        withdrawn=entrant.status == Entrant.Status.WITHDRAWN,
        moves=_moves(tournament, division, line, count),
    )


def _moves(tournament: Tournament, division: Division, place: int, count: int) -> str:
    """Return whether a line of the table leads up or down; empty until all is over."""
    if not tournament.promoted or division.finished_at is None:
        return ""
    if division.number > 1 and place <= tournament.promoted:
        return "up"
    if place <= count - tournament.promoted:
        return ""
    lower = Division.objects.filter(tournament=tournament, number__gt=division.number)
    return "down" if lower.exists() else ""


def _rows_by_place(
    entrants: Mapping[int, Entrant], places: Mapping[int, int], *, over: bool = True
) -> tuple[TableRow, ...]:
    """Return those of a tree or a ladder by place, then by seed; until it is over some are in."""
    order = sorted(entrants.values(), key=lambda each: (places[each.pk], seed_of(each)))
    alive = [pk for pk, place in places.items() if place == 1]
    return tuple(
        TableRow(
            entrant=each,
            player=each.player,
            place=places[each.pk],
            points="",
            played=0,
            values=(),
            withdrawn=each.status == Entrant.Status.WITHDRAWN,
            moves="",
            still_in=not over and len(alive) > 1 and each.pk in alive,
        )
        for each in order
    )


def _rounds(rounds: Sequence[Round]) -> tuple[dict[str, Any], ...]:
    """Return the rounds with their fixtures in words."""
    return tuple(
        {
            "number": each.number,
            "opens_at": each.opens_at,
            "closes_at": each.closes_at,
            "closed_at": each.closed_at,
            "rows": [_fixture(fixture) for fixture in each.fixtures.all()],
        }
        for each in rounds
    )


def _fixture(fixture: Fixture) -> dict[str, Any]:
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
) -> tuple[dict[str, Any], ...]:
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
