"""How everybody stands: the order of a division and the places it ends with."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext as _

from tournaments import queries
from tournaments.models import Division, Entrant, Tournament
from tournaments.services import brackets, contest_tables, wording
from tournaments.services.events import event_of
from tournaments.services.trees import is_tree
from tournaments.standings.base import Event, Kind
from tournaments.standings.table import Row, standings


def is_ladder(tournament: Tournament) -> bool:
    """Whether the order is that of the rungs."""
    return tournament.format == Tournament.Format.LADDER


def rungs(division: Division) -> list[tuple[int, int]]:
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
            places = rungs(division)
        elif tournament.is_contest:
            places = contest_tables.places(tournament, division)
        elif is_tree(tournament, division):
            places = brackets.places(tournament, division)
        else:
            places = [(row.entrant, row.rank) for row in rows_of(tournament, division)]
        found.append((division, places))
    return found


def matches_played(event: Event) -> Counter[int]:
    """Return how many matches of each entrant are over, byes and annulled ones left out."""
    played = [each for each in event.results if not each.is_bye and each.kind is not Kind.ANNULLED]
    return Counter(who for result in played for who in result.seats)


def name_of(tournament: Tournament, division: Division) -> str:
    """Return what the table is called."""
    division.tournament = tournament
    many = tournament.division_size or division.stage == Division.Stage.PLAYOFF
    return wording.division_name(division) if many else _("Table")
