"""Standings of a division and its final places."""

from __future__ import annotations

from collections import Counter
from functools import singledispatch

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.formats.base import Format
from tournaments.formats.contest import Contest
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import Ladder
from tournaments.models import Division, Entrant, Tournament
from tournaments.services import wording
from tournaments.services.tables import brackets, contest_tables, double_trees
from tournaments.services.tables.events import event_of
from tournaments.standings.base import Event, Kind
from tournaments.standings.table import StandingsRow, standings

Places = list[tuple[int, int]]


def rung_places(division: Division) -> Places:
    """Return entrants and places of a ladder."""
    on = Entrant.objects.playing().filter(division=division, number__isnull=False)
    return [(entrant.pk, entrant.number or 0) for entrant in on.order_by("number")]


def rows_of(tournament: Tournament, division: Division) -> tuple[StandingsRow, ...]:
    """Return the table of a division, best first."""
    return standings(event_of(tournament, division), tournament.tie_breaks)


def order_of(tournament: Tournament, division: Division) -> list[int]:
    """Return the entrants of a division, best first."""
    return [row.entrant for row in rows_of(tournament, division)]


def final_places(tournament: Tournament) -> list[tuple[Division, Places]]:
    """Return entrants and places of every division, the play-off first."""
    return [
        (division, _places(tournament.format_of(division), tournament, division))
        for division in queries.divisions_of(tournament)
    ]


@singledispatch
def _places(_format: Format, tournament: Tournament, division: Division) -> Places:
    return [(row.entrant, row.rank) for row in rows_of(tournament, division)]


@_places.register
def _ladder_places(_format: Ladder, _tournament: Tournament, division: Division) -> Places:
    return rung_places(division)


@_places.register
def _knockout_places(_format: Knockout, tournament: Tournament, division: Division) -> Places:
    return brackets.places(tournament, division)


@_places.register
def _double_elimination_places(
    _format: DoubleElimination, tournament: Tournament, division: Division
) -> Places:
    return double_trees.places(tournament, division)


@_places.register
def _contest_places(_format: Contest, tournament: Tournament, division: Division) -> Places:
    return contest_tables.places(tournament, division)


def matches_played(event: Event) -> Counter[int]:
    """Return how many matches of each entrant are over, without byes and annulled ones."""
    played = [each for each in event.results if not each.is_bye and each.kind is not Kind.ANNULLED]
    return Counter(who for result in played for who in result.seats)


def name_of(tournament: Tournament, division: Division) -> str:
    division.tournament = tournament
    many = tournament.division_size or division.stage == Division.Stage.PLAYOFF
    return wording.division_name(division) if many else _("Standings")
