"""A match as plain JSON, to be restored later (docs/emails.md).

The position is not stored: the ledger is append-only, so replaying its first plies gives it.
Columns that may change later (names, deadlines, results, orders) are stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise

from django.db.models import QuerySet

from accounts.compiled_queries import compiled_query
from accounts.models import Player
from games.models import Match, Ply, Seat
from games.rules import registry
from games.rules.base import JSON, JSONObject
from games.rules.multiplayer import states_after_lines
from games.services.match.loaded import LoadedMatch

Facts = JSONObject
MATCH_FACTS = ("status", "ending", "ply_count", "turn", "event")
SEAT_FACTS = (
    "generation",
    "last_ply",
    "awaited_since",
    "woken_turn",
    "deadline_at",
    "cared_since",
    "offered_until",
    "left_by",
    "skips",
    "tie_offered_at_ply",
    "question",
    "has_orders",
    "rank",
    "points",
)
INSTANT_FIELDS = frozenset({"awaited_since", "deadline_at", "cared_since", "offered_until"})


class MatchGoneError(LookupError):
    """Raised if a match cannot be restored; the text says why."""


def match_facts(loaded: LoadedMatch) -> Facts:
    return {
        "match": loaded.match.pk,
        "added": loaded.added[0].number if loaded.added else 0,
        "seats": [
            {"player": seat.player_id, "name": seat.player.name, **_column_facts(seat, SEAT_FACTS)}
            for seat in loaded.seats
        ],
        **_column_facts(loaded.match, MATCH_FACTS),
    }


def _column_facts(row: Match | Seat, names: tuple[str, ...]) -> Facts:
    """Return the non-empty columns of a row as JSON."""
    found = {}
    for name in names:
        value = getattr(row, name)
        if value not in (None, ""):
            found[name] = value.isoformat() if isinstance(value, datetime) else value
    return found


def restore_match(facts: Facts) -> LoadedMatch:
    """Restore a match; its rows are not locked and must not be saved.

    Raises MatchGoneError if the match or its rules no longer exist.
    """
    found = _match(facts["match"])
    if not found:
        raise MatchGoneError("the match is gone")
    match = found[0]
    _restore_columns(match, MATCH_FACTS, facts)
    seats = [_seat(match, number, each) for number, each in enumerate(facts["seats"])]
    try:
        rules = registry.get(match.ruleset)
    except KeyError:
        raise MatchGoneError(f"no game is called {match.ruleset} any more") from None
    plies = _plies(match.pk)[: match.ply_count]
    lines = [ply.line for ply in plies]
    states = states_after_lines(rules, rules.start(len(seats), match.options), lines)
    added = plies[facts["added"] - 1 :] if facts["added"] else []
    loaded = LoadedMatch(match, seats, rules, states[-1], added=added, lines=lines)
    loaded.turned = dict(enumerate(pairwise(states), start=1))
    return loaded


@compiled_query
def _match(pk: int) -> QuerySet[Match]:
    return Match.objects.filter(pk=pk)


@compiled_query
def _plies(match: int) -> QuerySet[Ply]:
    """Select the plies of a match; they are numbered from 1."""
    return Ply.objects.filter(match=match).order_by("number")


def _seat(match: Match, number: int, facts: Mapping[str, JSON]) -> Seat:
    """Return a seat as it was, with its player's name at the time."""
    player = Player(pk=facts["player"], name=facts["name"])
    seat = Seat(match=match, number=number, player=player, budget={})
    _restore_columns(seat, SEAT_FACTS, facts)
    return seat


def _restore_columns(row: Match | Seat, names: tuple[str, ...], facts: Mapping[str, JSON]) -> None:
    """Set columns of a row from stored facts."""
    for name in names:
        value = facts.get(name)
        if name in INSTANT_FIELDS:
            value = value and datetime.fromisoformat(value)
        elif value is None:
            value = "" if name in ("ending", "left_by") else None
        setattr(row, name, value)
