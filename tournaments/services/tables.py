"""Tables as pages, letters and files show them, computed from the results that stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments import queries, team_queries
from tournaments.models import Division, Entrant, Fixture, Round, Team, Tournament
from tournaments.services import brackets, contest_tables, team_tables, wording
from tournaments.services.events import event_of
from tournaments.services.trees import is_tree
from tournaments.services.wording import figure
from tournaments.standings.base import Event, Kind, System
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


@dataclass(frozen=True)
class DivisionView:
    """A division with its table, its rounds and, where it is a tree, its bracket."""

    division: Division
    name: str
    criteria: tuple[wording.Heading, ...]
    rows: tuple[TableRow, ...]
    rounds: tuple[dict[str, Any], ...]
    cross: tuple[dict[str, Any], ...] = ()
    bracket: tuple[dict[str, Any], ...] = field(default=())
    scorers: tuple[dict[str, Any], ...] = ()
    plain: bool = False


def is_ladder(tournament: Tournament) -> bool:
    """Whether the order is that of the rungs."""
    return tournament.format == Tournament.Format.LADDER


def _rungs(division: Division) -> list[tuple[int, int]]:
    """Return entrants and places of a ladder."""
    on = Entrant.objects.playing().filter(division=division, number__isnull=False)
    return [(entrant.pk, entrant.number or 0) for entrant in on.order_by("number")]


def rows_of(tournament: Tournament, division: Division) -> tuple[Row, ...]:
    """Return the table of a division, best first."""
    return standings(event_of(tournament, division), tournament.tie_breaks)


def order_of(tournament: Tournament, division: Division) -> list[int]:
    """Return the entrants of a division as they stand, best first."""
    return [row.entrant for row in rows_of(tournament, division)]


def final_places(tournament: Tournament) -> list[tuple[Division, list[tuple[int, int]]]]:
    """Return entrants and places of every division, the play-off first."""
    found = []
    for division in queries.divisions_of(tournament):
        if is_ladder(tournament):
            places = _rungs(division)
        elif tournament.is_contest:
            places = contest_tables.places(tournament, division)
        elif is_tree(tournament, division):
            places = brackets.places(tournament, division)
        else:
            places = [(row.entrant, row.rank) for row in rows_of(tournament, division)]
        found.append((division, places))
    return found


def view_of(tournament: Tournament, division: Division, *, bare: bool = False) -> DivisionView:
    """Return everything the page shows of a division; ``bare``, the table alone."""
    if tournament.is_contest:
        return _contest_view(tournament, division)
    if tournament.in_teams:
        return _team_view(tournament, division)
    rounds = [] if bare else queries.rounds_of(division)
    entrants = _entrants(division)
    if is_tree(tournament, division):
        places = dict(brackets.places(tournament, division))
        rows = _tree_rows(entrants, places)
        columns = () if bare else brackets.columns(tournament, division, rounds)
        return DivisionView(
            division,
            name_of(tournament, division),
            (),
            rows,
            _rounds(rounds),
            bracket=columns,
            plain=True,
        )
    if is_ladder(tournament):
        rows = _tree_rows(
            {pk: entrants[pk] for pk, _place in _rungs(division)}, dict(_rungs(division))
        )
        return DivisionView(
            division, name_of(tournament, division), (), rows, _rounds(rounds), plain=True
        )
    event = event_of(tournament, division)
    ranked = standings(event, tournament.tie_breaks)
    played = matches_played(event)
    return DivisionView(
        division,
        name_of(tournament, division),
        tuple(wording.criterion_heading(key) for key in tournament.tie_breaks),
        tuple(
            _row(tournament, division, row, entrants[row.entrant], (at, len(ranked), played))
            for at, row in enumerate(ranked, 1)
        ),
        _rounds(rounds),
        cross=_cross(event, ranked, entrants) if tournament.seats == 2 and not bare else (),
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
        tuple(wording.criterion_heading(key) for key in tournament.tie_breaks),
        tuple(
            _row(tournament, division, row, teams[row.entrant], (at, len(ranked), played))
            for at, row in enumerate(ranked, 1)
        ),
        team_tables.rounds_of(tournament, division),
        cross=team_tables.cross_of(event, [row.entrant for row in ranked], names),
        scorers=team_tables.scorers_of(division),
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
    return DivisionView(division, _("Table"), criteria, rows, ())


def matches_played(event: Event) -> Counter[int]:
    """Return how many matches of each entrant are over, byes and annulled ones left out."""
    played = [each for each in event.results if not each.is_bye and each.kind is not Kind.ANNULLED]
    return Counter(who for result in played for who in result.seats)


def name_of(tournament: Tournament, division: Division) -> str:
    """Return what the table is called."""
    division.tournament = tournament
    many = tournament.division_size or division.stage == Division.Stage.PLAYOFF
    return wording.division_name(division) if many else _("Table")


def _entrants(division: Division) -> dict[int, Entrant]:
    """Return those of a division with their players."""
    own = (
        Entrant.objects.filter(playoff=division)
        if division.stage == Division.Stage.PLAYOFF
        else Entrant.objects.filter(division=division)
    )
    return {each.pk: each for each in own.select_related("player")}


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


def _tree_rows(entrants: Mapping[int, Entrant], places: Mapping[int, int]) -> tuple[TableRow, ...]:
    """Return those of a tree by how far they came."""
    order = sorted(entrants.values(), key=lambda each: (places[each.pk], each.number or 0))
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


def score_of(fixture: Fixture) -> str:
    """Return how a fixture ended, “1 : 0”, with “+” and “−” where nobody played."""
    seats = list(fixture.seats.all())
    if len(seats) == 1:
        return wording.kind_name(fixture.kind)
    if not fixture.is_settled:
        return _("running") if fixture.match else _("to come")
    if fixture.kind == Fixture.Kind.ANNULLED:
        return wording.kind_name(fixture.kind)
    if len(seats) > 2:
        return " – ".join(wording.place_words(seat.place or 0) for seat in seats)
    if fixture.kind == Fixture.Kind.FORFEIT:
        return " : ".join("+" if seat.place == 1 else "−" for seat in seats)
    best = [seat.place == 1 for seat in seats]
    return "½ : ½" if all(best) else " : ".join("1" if each else "0" for each in best)


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
