"""Tournaments as plain values for the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games import lots
from games.api.states import address, control_of, player_of
from games.services.emails.links import absolute
from games.services.wording.game_words import ruleset_name
from tournaments import queries
from tournaments.services import wording
from tournaments.services.tables.engine_words import words_of
from tournaments.services.tables.views import view_of

if TYPE_CHECKING:
    from accounts.models import Player
    from tournaments.models import Division, Entrant, Fixture, Round, Tournament

PLAIN = ("season", "format", "status", "ruleset", "options", "rated", "seats", "least", "most")
DATES = ("starts_at", "started_at", "finished_at")
TERMS = (
    "text", "rounds", "at_once", "round_days", "round_starts", "division_size", "promoted",
    "points", "tie_breaks", "bots_welcome", "late_entry",
)  # fmt: skip


def _named(row: Any, names: tuple[str, ...]) -> dict[str, object]:
    """Return columns of a row."""
    return {name: getattr(row, name) for name in names}


def brief(found: Tournament) -> dict[str, object]:
    """Return a tournament as lists show it."""
    return _named(found, PLAIN + DATES) | {
        "id": found.pk,
        "url": address("tournament", found.pk),
        "page": absolute(found.get_absolute_url()),
        "name": found.title,
        "format_name": wording.format_name(found),
        "ruleset_name": ruleset_name(found.ruleset),
        "control": control_of(found.time_control),
        "organiser": player_of(found.organiser),
    }


def whole(found: Tournament, reader: Player | None) -> dict[str, object]:
    """Return a tournament with its terms, everybody in it, and the reader's own entry."""
    following = queries.season_after(found)
    return (
        brief(found)
        | _named(found, TERMS)
        | {
            "previous": found.previous_id,
            "following": following.pk if following else None,
            "lots": {
                "digest": lots.digest(found.lots_seed),
                "seed": queries.public_seed(found),
            },
            "entrants": [_entrant(each) for each in queries.entrants_of(found)],
            "entry": _entry(found, reader),
        }
    )


def _entrant(each: Entrant) -> dict[str, object]:
    return {
        "id": each.pk,
        "player": player_of(each.player),
        "status": each.status,
        "number": each.number,
        "rating": None if each.rating is None else each.rating / 100,
        "division": each.division_id,
        "team": each.team_id,
        "place": each.final_place,
    }


def _entry(found: Tournament, reader: Player | None) -> dict[str, object] | None:
    """Return the reader's entry, None if there is none."""
    own = queries.entry_of(found, reader)
    if own is None:
        return None
    return {
        "entrant": own.pk,
        "status": own.status,
        "next_season": own.re_enters,
        "absent_in": queries.absences_of(own),
    }


def tables(found: Tournament) -> dict[str, object]:
    """Return the tables of all divisions."""
    return {
        "tie_breaks": found.tie_breaks,
        "tables": [_table(found, division) for division in queries.divisions_of(found)],
    }


def _table(found: Tournament, division: Division) -> dict[str, object]:
    view, by_teams = view_of(found, division), found.event_format.by_teams
    return {
        "division": division.pk,
        "number": division.number,
        "stage": division.stage,
        "name": view.name,
        "rows": [
            {
                "place": row.place,
                "name": row.player.name,
                "entrant": None if by_teams else row.entrant.pk,
                "team": row.entrant.pk if by_teams else None,
                "points": row.points,
                "matches": row.played,
                "tie_breaks": list(row.values),
            }
            for row in view.rows
        ],
    }


def rounds(found: Tournament) -> dict[str, object]:
    """Return the rounds of all divisions with their fixtures."""
    divisions = queries.divisions_of(found)
    return {"rounds": [_round(each) for part in divisions for each in queries.rounds_of(part)]}


def _round(each: Round) -> dict[str, object]:
    names = ("number", "opens_at", "closes_at", "closed_at", "engine", "note")
    fixtures = [_fixture(fixture) for fixture in each.fixtures.all()]
    return {
        "division": each.division_id,
        **_named(each, names),
        "how": words_of(each),
        "fixtures": fixtures,
    }


def _fixture(fixture: Fixture) -> dict[str, object]:
    """Return one fixture with its seats in order of play."""
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
