"""A tournament for other programs: plain JSON, and the report file of the chess world."""

from __future__ import annotations

from typing import Any

from games import lots
from games.services.errors import Refused
from tournaments import queries
from tournaments.faults import TournamentError
from tournaments.models import Division, Fixture, Tournament
from tournaments.services import contest_tables, report_files, team_files, trf_files
from tournaments.services.division_views import view_of


def as_plain(tournament: Tournament) -> dict[str, Any]:
    """Return everything public as JSON values; instants are ISO texts in UTC."""
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "season": tournament.season,
        "format": tournament.format,
        "status": tournament.status,
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "seats": tournament.seats,
        "control": tournament.control,
        "rated": tournament.rated,
        "rounds": tournament.rounds,
        "at_once": tournament.at_once,
        "round_days": tournament.round_days,
        "round_starts": [_instant(each) for each in tournament.round_starts],
        "points": tournament.points,
        "tie_breaks": tournament.tie_breaks,
        **(contest_tables.as_plain(tournament) if tournament.is_contest else {}),
        "lots_digest": lots.digest(tournament.lots_seed),
        "lots_seed": queries.public_seed(tournament),
        "starts_at": _instant(tournament.starts_at),
        "started_at": _instant(tournament.started_at),
        "finished_at": _instant(tournament.finished_at),
        "entrants": [
            {
                "id": each.pk,
                "player": each.player_id,
                "name": each.player.name,
                "status": each.status,
                "number": each.number,
                "rating": each.rating,
                "division": each.division_id,
                "place": each.final_place,
                **({"team": each.team_id, "rank": each.team_rank} if each.team_id else {}),
            }
            for each in queries.entrants_of(tournament)
        ],
        **(team_files.as_plain(tournament) if tournament.in_teams else {}),
        "divisions": [_division(tournament, each) for each in queries.divisions_of(tournament)],
    }


def _instant(value: Any) -> str | None:
    """Return an instant as text."""
    return value.isoformat() if value else None


def _division(tournament: Tournament, division: Division) -> dict[str, Any]:
    """Return a division with its table and its rounds."""
    view = view_of(tournament, division)
    return {
        "id": division.pk,
        "number": division.number,
        "stage": division.stage,
        "table": [
            {
                "team" if tournament.in_teams else "entrant": row.entrant.pk,
                "place": row.place,
                "points": row.points,
                "matches": row.played,
                "tie_breaks": list(row.values),
            }
            for row in view.rows
        ],
        "rounds": [
            {
                "number": each.number,
                "opens_at": _instant(each.opens_at),
                "closes_at": _instant(each.closes_at),
                "closed_at": _instant(each.closed_at),
                "engine": each.engine,
                "note": each.note,
                "fixtures": [_fixture(fixture) for fixture in each.fixtures.all()],
                **({"meetings": team_files.meetings(each)} if tournament.in_teams else {}),
            }
            for each in queries.rounds_of(division)
        ],
    }


def _fixture(fixture: Fixture) -> dict[str, Any]:
    """Return a fixture with its seats in order of play."""
    return {
        "board": fixture.board,
        **({"meeting": fixture.meeting_id} if fixture.meeting_id else {}),
        "match": fixture.match_id,
        "kind": fixture.kind,
        "settled_at": _instant(fixture.settled_at),
        "seats": [
            {
                "entrant": seat.entrant_id,
                "place": seat.place,
                "points": seat.points,
                **({} if seat.sweeps is None else {"sweeps": seat.sweeps}),
            }
            for seat in fixture.seats.all()
        ],
    }


def as_trf(tournament: Tournament) -> str:
    """Return a two-seat event in one division as a TRF file; refuses ``trf_only_two_seats``."""
    divisions = queries.divisions_of(tournament)
    if tournament.seats != 2 or tournament.in_teams or not divisions:
        raise Refused("trf_only_two_seats")
    try:
        return trf_files.report(tournament, divisions[-1])
    except TournamentError as fault:
        raise Refused("trf_cannot_say", what=report_files.unsayable(fault.code)) from fault
