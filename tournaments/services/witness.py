"""What a tournament knows when a referee asks what would follow: tables, fixtures, dates, entries.

Names and values are words already, in the reader's language.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import Match, Rating
from tournaments import queries, team_queries
from tournaments.models import Division, Entrant, Fixture, Round, Tournament
from tournaments.services import wording
from tournaments.services.acts.base import number_in
from tournaments.services.division_views import TableRow, view_of


def standing_facts(match: Match) -> dict[str, str]:
    """Return place and points of everybody in the division of a match, by words; none without."""
    found = Fixture.objects.filter(match=match).select_related("round__division__tournament")
    fixture = found.first()
    if fixture is None:
        return {}
    return _standings(fixture.round.division.tournament, fixture.round.division)


def _standings(tournament: Tournament, division: Division) -> dict[str, str]:
    """Return place, points and tie-breaks of everybody in a division."""
    view = view_of(tournament, division, bare=True)
    title = f"{tournament.name}, {view.name}" if view.name else tournament.name
    shorts = [heading.short for heading in view.criteria]
    return {f"{title}: {row.player.name}": _standing(row, shorts) for row in view.rows}


def _standing(row: TableRow, shorts: list[str]) -> str:
    """Return one line of a table: the place, the points, and each tie-break by its short name."""
    if not row.points:
        return f"{row.place}."
    values = [f"{short} {value or '–'}" for short, value in zip(shorts, row.values, strict=False)]
    counted = "; ".join([f"{_('Points')} {row.points}", *values])
    return f"{row.place}. ({counted})"


def event_facts(event: str) -> dict[str, Any]:
    """Return everything about an event that an act may change."""
    tournament = Tournament.objects.get(pk=number_in(event))
    called = _("Tournament “%(name)s”") % {"name": tournament.title}
    facts: dict[str, Any] = {called: str(tournament.get_status_display())}
    for division in queries.divisions_of(tournament):
        facts |= _standings(tournament, division)
    facts |= _fixtures(tournament) | _entries(tournament)
    players = Entrant.objects.filter(tournament=tournament).values("player")
    rated = Rating.objects.filter(player__in=players, games__gt=0)
    pools = Match.objects.filter(fixture__round__division__tournament=tournament).values("pool")
    for row in rated.filter(pool__in=pools):
        facts[f"rating.{row.player_id}"] = [row.value, row.games]
    return facts


def _fixtures(tournament: Tournament) -> dict[str, str]:
    """Return the ends of rounds, who meets whom, and how it stands."""
    facts = {}
    for made in queries.rounds_in(tournament):
        name = round_name(tournament, made)
        facts[_("%(round)s ends") % {"round": name}] = _moment(made.closes_at)
        for fixture in made.fixtures.all():
            players = " – ".join(seat.entrant.player.name for seat in fixture.seats.all())
            ends = f", {_moment(fixture.closes_at)}" if fixture.closes_at else ""
            board = {"round": name, "board": fixture.board}
            what = _("%(round)s, board %(board)s") % board
            facts[what] = f"{players}: {wording.score_of(fixture)}{ends}"
    return facts


def round_name(tournament: Tournament, made: Round) -> str:
    """Return what a round is called, with its division where there are several."""
    name = _("Round %(number)s") % {"number": made.number}
    made.division.tournament = tournament
    several = tournament.division_size or made.division.stage == Division.Stage.PLAYOFF
    return f"{wording.division_name(made.division)}, {name}" if several else name


def _entries(tournament: Tournament) -> dict[str, str]:
    """Return who takes part, and how."""
    entrants = Entrant.objects.filter(tournament=tournament).select_related("player")
    facts = {
        _("Entry of %(player)s") % {"player": each.player.name}: str(each.get_status_display())
        for each in entrants
    }
    teams = team_queries.teams_of(tournament).select_related("captain")
    return facts | {
        _("Captain of %(team)s") % {"team": each.name}: each.captain.name for each in teams
    }


def _moment(at: datetime) -> str:
    """Write an instant in the reader's zone."""
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
