"""API representations of tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games import lots
from games.api.states import api_url, control_json, player_json
from games.services.wording.game_words import ruleset_name
from notifications.services.headers import absolute_url
from tournaments import entry_queries, queries, series_queries, staff_queries
from tournaments.division_queries import contents_of, load_divisions
from tournaments.services import wording
from tournaments.services.entries import places
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.services.tables.engine_words import pairing_remarks
from tournaments.services.tables.views import view_of

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import (
        Division,
        Entrant,
        EntryRequest,
        EventInvitation,
        Fixture,
        Round,
        Tournament,
    )

BRIEF_FIELDS = (
    "season",
    "format",
    "status",
    "ruleset",
    "options",
    "rated",
    "seats",
    "least",
    "most",
)
DATE_FIELDS = ("starts_at", "started_at", "finished_at")
TERM_FIELDS = (
    "text", "further_games", "opening", "rounds", "accelerated", "bands", "at_once",
    "round_days", "round_starts", "division_size", "promoted", "points", "tie_breaks",
    "withdrawals", "bots_welcome", "late_entry", "reviewed", "jury", *ENTRY_TERMS,
)  # fmt: skip


def _select_fields(row: Any, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(row, name) for name in names}


def tournament_brief(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as it appears in lists."""
    return _select_fields(tournament, BRIEF_FIELDS + DATE_FIELDS) | {
        "id": tournament.pk,
        "url": api_url("tournament", tournament.pk),
        "page": absolute_url(tournament.get_absolute_url()),
        "name": tournament.title,
        "format_name": wording.format_name(tournament),
        "ruleset_name": ruleset_name(tournament.ruleset),
        "control": control_json(tournament.time_control),
        "organiser": player_json(tournament.organiser),
        "club": tournament.club.key if tournament.club is not None else "",
    }


def tournament_state(tournament: Tournament, reader: Player | None) -> dict[str, object]:
    """Return a tournament with its terms, all entrants and the reader's own entry."""
    following = queries.season_after(tournament)
    return (
        tournament_brief(tournament)
        | _select_fields(tournament, TERM_FIELDS)
        | {
            "previous": tournament.previous_id,
            "following": following.pk if following else None,
            "lots": {
                "digest": lots.digest(tournament.lots_seed),
                "seed": queries.public_seed(tournament),
            },
            "series": [each.pk for each in series_queries.series_of(tournament, reader)],
            "co_organisers": [player_json(each) for each in tournament.helpers],
            "invited": [
                _invitation_json(each) for each in _visible_invitations(tournament, reader)
            ],
            "requests": [_request_json(each) for each in _visible_requests(tournament, reader)],
            "entrants": [_entrant_json(each) for each in queries.entrants_of(tournament)],
            "entry": _own_entry_json(tournament, reader),
        }
    )


def _visible_invitations(tournament: Tournament, reader: Player | None) -> list[EventInvitation]:
    """Return the open invitations that are visible to the reader."""
    if reader is None:
        return []
    own = None if queries.is_organiser(tournament, reader) else reader
    return list(staff_queries.invitations_for(tournament, own))


def _visible_requests(tournament: Tournament, reader: Player | None) -> list[EntryRequest]:
    """Return the entry requests that are visible to the reader."""
    if tournament.access != tournament.Access.APPROVAL or reader is None:
        return []
    if not queries.is_organiser(tournament, reader):
        own = entry_queries.request_of(tournament, reader)
        return [own] if own else []
    pending, declined = entry_queries.pending_requests, entry_queries.declined_requests
    return [*pending(tournament), *declined(tournament)]


def _request_json(each: EntryRequest) -> dict[str, object]:
    return {
        "id": each.pk,
        "player": player_json(each.player),
        "at": each.at,
        "declined": each.is_declined,
        "reason": each.reason,
        "team": each.team_name,
    }


def _invitation_json(each: EventInvitation) -> dict[str, object]:
    return {
        "id": each.pk,
        "player": player_json(each.player),
        "purpose": each.kind,
        "by": player_json(each.by),
        "at": each.at,
    }


def _entrant_json(each: Entrant) -> dict[str, object]:
    return {
        "id": each.pk,
        "player": player_json(each.player),
        "status": each.status,
        "number": each.number,
        "rating": None if each.rating is None else each.rating / 100,
        "division": each.division_id,
        "team": each.team_id,
        "place": each.final_place,
    }


def _own_entry_json(tournament: Tournament, reader: Player | None) -> dict[str, object] | None:
    own = queries.entry_of(tournament, reader)
    if own is None:
        return None
    return {
        "entrant": own.pk,
        "status": own.status,
        "next_season": own.re_enters,
        **_question_json(tournament, own),
        "absent_in": queries.absences_of(own),
    }


def _question_json(tournament: Tournament, own: Entrant) -> dict[str, object]:
    asked = places.open_question(tournament, own)
    return {"question": asked[0] if asked else "", "answer_until": asked[1] if asked else None}


def tables_json(tournament: Tournament) -> dict[str, object]:
    return {
        "tie_breaks": tournament.tie_breaks,
        "tables": [_table_json(tournament, division) for division in load_divisions(tournament)],
    }


def _table_json(tournament: Tournament, division: Division) -> dict[str, object]:
    view, has_teams = view_of(tournament, division, bare=True), tournament.event_format.has_teams
    return {
        "division": division.pk,
        "number": division.number,
        "stage": division.stage,
        "name": view.name,
        "running": view.running,
        "rows": [
            {
                "place": row.place,
                "name": row.player.name,
                "entrant": None if has_teams else row.entrant.pk,
                "team": row.entrant.pk if has_teams else None,
                "points": row.points,
                "matches": row.played,
                "tie_breaks": list(row.values),
                "performance": row.performance,
                "running": row.running,
            }
            for row in view.rows
        ],
    }


def rounds_json(tournament: Tournament) -> dict[str, object]:
    divisions = load_divisions(tournament)
    return {
        "rounds": [_round_json(each) for part in divisions for each in contents_of(part).rounds]
    }


def _round_json(each: Round) -> dict[str, object]:
    names = ("number", "opens_at", "closes_at", "closed_at", "engine", "note")
    fixtures = [_fixture_json(fixture) for fixture in each.fixtures.all()]
    return {
        "division": each.division_id,
        **_select_fields(each, names),
        "how": pairing_remarks(each),
        "fixtures": fixtures,
    }


def _fixture_json(fixture: Fixture) -> dict[str, object]:
    seats = [
        {"entrant": seat.entrant_id, "place": seat.place, "points": seat.points}
        for seat in fixture.seats.all()
    ]
    return {
        "id": fixture.pk,
        "board": fixture.board,
        "meeting": fixture.meeting_id,
        "match": fixture.match_id,
        "kind": fixture.kind,
        "settled_at": fixture.settled_at,
        "claims_until": fixture.claims_until,
        "seats": seats,
    }
