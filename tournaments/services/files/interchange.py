"""A tournament as JSON and as a chess report file (TRF)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from games import lots
from games.services.errors import Refused
from tournaments import queries
from tournaments.division_queries import FixtureRow, contents_of, load_divisions
from tournaments.errors import TournamentError
from tournaments.models import Division, Tournament
from tournaments.services import wording
from tournaments.services.files import team_files, trf_files
from tournaments.services.reports import words
from tournaments.services.tables import contest_tables, double_trees
from tournaments.services.tables.competitors import rows_for
from tournaments.services.tables.views import view_of


def to_plain_json(tournament: Tournament) -> dict[str, object]:
    """Return everything public as JSON values; instants are ISO 8601 in UTC."""
    format_ = tournament.event_format
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "season": tournament.season,
        "format": tournament.format,
        "status": tournament.status,
        "ruleset": tournament.ruleset,
        "options": tournament.options,
        "further_games": tournament.further_games,
        "opening": tournament.opening,
        "seats": tournament.seats,
        "control": tournament.control,
        "rated": tournament.rated,
        "rounds": tournament.rounds,
        "accelerated": tournament.accelerated,
        "bands": tournament.bands,
        "at_once": tournament.at_once,
        "round_days": tournament.round_days,
        "round_starts": [_instant(each) for each in tournament.round_starts],
        "points": tournament.points,
        "withdrawals": tournament.withdrawals,
        "tie_breaks": tournament.tie_breaks,
        **(contest_tables.to_plain_json(tournament) if format_.has_puzzles else {}),
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
        **(team_files.to_plain_json(tournament) if format_.has_teams else {}),
        "divisions": [_division_json(tournament, each) for each in load_divisions(tournament)],
    }


def _instant(value: datetime | None) -> str | None:
    return value.isoformat() if value else None


def _division_json(tournament: Tournament, division: Division) -> dict[str, object]:
    view, has_teams = view_of(tournament, division, bare=True), tournament.event_format.has_teams
    in_parts = tournament.event_format.shows_parts
    parts = double_trees.parts_of(tournament, division) if in_parts else {}
    boards: dict[int, list[FixtureRow]] = {}
    for board in contents_of(division).boards:
        boards.setdefault(board.round, []).append(board)
    return {
        "id": division.pk,
        "number": division.number,
        "stage": division.stage,
        "table": [
            {
                rows_for(tournament).word: row.entrant.pk,
                "place": row.place,
                "points": row.points,
                **({"start": str(row.start)} if row.start is not None else {}),
                "matches": row.played,
                "tie_breaks": list(row.values),
                "performance": row.performance,
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
                "fixtures": [_fixture_json(board, parts) for board in boards.get(each.number, ())],
                **({"meetings": team_files.meetings(each)} if has_teams else {}),
            }
            for each in contents_of(division).heads
        ],
    }


def _fixture_json(board: FixtureRow, parts: Mapping[tuple[int, int], str]) -> dict[str, object]:
    """Return a fixture, its seats in order of play and, in a double elimination, its bracket."""
    part = parts.get((board.round, board.board))
    seats = zip(board.entrants, board.places, board.points, board.sweeps, strict=True)
    return {
        **({"part": part} if part else {}),
        "board": board.board,
        **({"meeting": board.meeting} if board.meeting else {}),
        "match": board.match,
        "kind": board.kind,
        "settled_at": _instant(board.settled_at),
        "seats": [
            {
                "entrant": entrant,
                "place": place,
                "points": points,
                **({} if sweeps is None else {"sweeps": sweeps}),
            }
            for entrant, place, points, sweeps in seats
        ],
    }


def to_trf(tournament: Tournament, wanted: str = "") -> dict[str, str]:
    """Return TRF files by file name: of all divisions, or only of the one named ``wanted``.

    Refuses ``trf_only_two_seats``, ``trf_not_this_format``, ``no_such_division`` and
    ``trf_cannot_say``, which names what TRF cannot express.
    """
    divisions = load_divisions(tournament)
    if tournament.seats != 2 or not divisions:
        raise Refused("trf_only_two_seats")
    if not tournament.event_format.has_report:
        raise Refused("trf_not_this_format")
    chosen = [_find_division(divisions, wanted)] if wanted else divisions
    several = len(divisions) > 1
    return {
        _file_name(tournament, each if several else None): _trf_of(tournament, each, several)
        for each in chosen
    }


def _trf_of(tournament: Tournament, division: Division, several: bool) -> str:
    try:
        return trf_files.build_report(tournament, division, several=several)
    except TournamentError as error:
        what = words.unsupported_feature(error.code)
        name = f"{wording.division_name(division)}: " if several else ""
        raise Refused("trf_cannot_say", what=f"{name}{what}") from error


def _file_name(tournament: Tournament, division: Division | None) -> str:
    """Return the name of a report file."""
    if division is None:
        return f"tournament-{tournament.pk}.trf"
    return f"tournament-{tournament.pk}-{wording.division_key(division)}.trf"


def _find_division(divisions: Sequence[Division], wanted: str) -> Division:
    """Return the division by number, key or id; the play-off by its name."""
    keys = {str(each.pk): each for each in divisions}
    keys |= {wording.division_key(each): each for each in divisions}
    keys |= {str(each.number): each for each in divisions if each.stage == Division.Stage.MAIN}
    if wanted not in keys:
        names = [wording.division_key(each).removeprefix("division-") for each in divisions]
        raise Refused("no_such_division", names=", ".join(names))
    return keys[wanted]
