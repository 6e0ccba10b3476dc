"""The facts of a tournament for previews: tables, fixtures, dates, entries.

Facts are data, the same in every language: codes, numbers, instants in UTC, keys of people and
teams. ``web.preview.event_words`` puts them into words. Names of facts hold nothing that differs
each time an act is tried, such as the key of a new fixture.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime

from games.models import Match, Rating
from tournaments import event_queries, team_queries
from tournaments.division_queries import load_divisions
from tournaments.models import Division, Entrant, Fixture, Team, Tournament
from tournaments.services.rounds.tree_boards import dependent_rounds
from tournaments.services.scores import score_in
from tournaments.services.tables.rows import TableRow, TieBreakValue
from tournaments.services.tables.views import view_of
from tournaments.services.wording import division_key

Facts = dict[str, object]


def standing_facts(match: Match) -> Facts:
    """Return everything that a match may change in its event; empty outside of events.

    That is place and points of everybody in its division, and later rounds paired from its result.
    """
    found = Fixture.objects.filter(match=match).select_related("round__division__tournament")
    fixture = found.first()
    if fixture is None:
        return {}
    tournament, division = fixture.round.division.tournament, fixture.round.division
    facts = _standings(tournament, division)
    later = dependent_rounds(fixture)
    playoff = {each.division for each in later} - {division}
    for each in playoff:
        facts |= _standings(tournament, each)
    wanted = {each.pk for each in later}
    return facts | (_rounds(tournament, wanted) if wanted else {})


def _standings(tournament: Tournament, division: Division) -> Facts:
    """Return place, points and tie-breaks of everybody in a division."""
    view = view_of(tournament, division, bare=True)
    table = f"{_fact_prefix(tournament)}.{division_key(division)}.standing"
    return {
        f"{table}.{_entrant_key(row)}": _row_facts(row, tournament.tie_breaks) for row in view.rows
    }


def _fact_prefix(tournament: Tournament) -> str:
    """Return the prefix of the names of all facts about a tournament."""
    return f"tournament.{tournament.pk}"


def _entrant_key(row: TableRow) -> str:
    """Return the key of the entrant in a row of a table."""
    kind = "team" if isinstance(row.player, Team) else "player"
    return f"{kind}.{row.player.pk}"


def _row_facts(row: TableRow, tie_breaks: list[str]) -> Facts:
    """Return one row of a table: the place, the points, and each tie-break by its key."""
    marks = zip(tie_breaks, row.marks, strict=False)  # a table by place alone has none
    return {
        "place": row.place,
        "points": _mark_to_json(row.score),
        "marks": [[key, _mark_to_json(mark)] for key, mark in marks],
    }


def _mark_to_json(mark: TieBreakValue) -> str | None:
    """Return a number as an exact fraction (“7/2”), an instant in UTC."""
    if mark is None:
        return None
    return _to_iso(mark) if isinstance(mark, datetime) else str(mark)


def _to_iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


def event_facts(tournament: Tournament) -> Facts:
    """Return everything that an act may change in an event."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    facts: Facts = {f"{_fact_prefix(tournament)}.status": tournament.status}
    for division in load_divisions(tournament):
        facts |= _standings(tournament, division)
    facts |= _rounds(tournament) | _entries(tournament)
    players = Entrant.objects.filter(tournament=tournament).values("player")
    rated = Rating.objects.filter(player__in=players, games__gt=0)
    pools = Match.objects.filter(fixture__round__division__tournament=tournament).values("pool")
    for row in rated.filter(pool__in=pools):
        facts[f"rating.{row.player_id}"] = [row.value, row.games]
    return facts


def _rounds(tournament: Tournament, wanted: Collection[int] | None = None) -> Facts:
    """Return ends, pairings and results of all rounds, or of those ``wanted``."""
    facts: Facts = {}
    for made in event_queries.rounds_in(tournament):
        if wanted is not None and made.pk not in wanted:
            continue
        name = f"{_fact_prefix(tournament)}.{division_key(made.division)}.round.{made.number}"
        facts[f"{name}.closes_at"] = _to_iso(made.closes_at)
        for fixture in made.fixtures.all():
            facts[f"{name}.board.{fixture.board}"] = _fixture(fixture)
    return facts


def _fixture(fixture: Fixture) -> Facts:
    """Return players, score and own end (if any) of a board."""
    score = score_in(fixture)
    return {
        "players": [seat.entrant.player_id for seat in fixture.seats.all()],
        "state": score.state,
        "places": list(score.places),
        "points": list(score.points),
        "closes_at": _to_iso(fixture.closes_at) if fixture.closes_at else None,
    }


def _entries(tournament: Tournament) -> Facts:
    """Return the status of all entries, and the captains of teams."""
    entrants = Entrant.objects.filter(tournament=tournament)
    name = _fact_prefix(tournament)
    facts = {f"{name}.entry.{each.player_id}": each.status for each in entrants}
    teams = team_queries.teams_of(tournament)
    return facts | {f"{name}.captain.{team.pk}": team.captain_id for team in teams}
