"""Changes of a match by officials, and what the ledgers record of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.models import Intervention, Match, Seat
from games.rules.base import JSON, JSONObject
from games.services.match.loaded import MATCH_FIELDS, SEAT_FIELDS, LoadedMatch
from games.services.ratings import corrections
from games.services.ratings.ratings import lock_pool

Snapshot = JSONObject
Effects = JSONObject


@dataclass
class Change:
    loaded: LoadedMatch
    now: datetime
    effects: Effects = field(default_factory=dict)


def lock_matches(match_ids: Iterable[int]) -> None:
    """Lock all matches that one decision changes, then their pools, before changing the first.

    Locking match by match could deadlock: it would hold a pool while waiting for a match.
    """
    matches = Match.objects.select_for_update().filter(pk__in=match_ids).order_by("pk")
    rated = {pool for pool, rated in matches.values_list("pool", "rated") if rated}
    for pool in sorted(rated):
        lock_pool(pool, alone=True)


def record_intervention(
    match: Match, number: int | None, effects: Mapping[str, JSON], *, at: datetime
) -> None:
    """Record the effects that replays need, and correct the ratings accordingly.

    ``number`` is that of the official's decision, None if the players agreed. Effects that touch no
    ledger are not recorded.
    """
    folded = {name: effects[name] for name in Intervention.FOLDED if name in effects}
    if folded:
        row = Intervention.objects.create(match=match, number=number, at=at, effects=folded)
        corrections.correct_ratings(row)


def columns_as_json(row: Any, names: Iterable[str]) -> JSONObject:
    """Return columns of a row as plain JSON."""
    values = ((name, getattr(row, name)) for name in names)
    return {name: at.isoformat() if isinstance(at, datetime) else at for name, at in values}


def snapshot(loaded: LoadedMatch) -> Snapshot:
    """Return the columns of match and seats as JSON, without the state, which the plies give."""
    match = columns_as_json(loaded.match, (name for name in MATCH_FIELDS if name != "state"))
    return {"match": match, "seats": [columns_as_json(seat, SEAT_FIELDS) for seat in loaded.seats]}


def restore_snapshot(row: Match | Seat, stored: Mapping[str, JSON], names: tuple[str, ...]) -> None:
    """Set columns of a row from a snapshot."""
    for name in names:
        if name in stored:
            column: Any = row._meta.get_field(name)  # noqa: SLF001 (documented by Django)
            setattr(row, name, column.to_python(stored[name]))
