"""Tables that were computed before: found by everything that they are computed from.

The key is a digest of the event itself (entrants, results, points), the tie-breaks, and the code
that computes. So a result, a ruling or a withdrawal simply has another key, what a preview tries
out too; nothing has to be thrown away, and losing the cache costs time alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache as once
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from django.core.cache import cache

from tournaments import standings as package
from tournaments.standings.base import Event, Result
from tournaments.standings.performance import tallies
from tournaments.standings.table import StandingsRow, standings

MIN_RESULTS = 60  # results; fewer are computed as fast as they are looked up
A_DAY = 86_400
OF_EVENT = attrgetter(*(each.name for each in fields(Event) if each.name != "results"))
OF_RESULT = attrgetter(*(each.name for each in fields(Result)))


class ComputedOrder(NamedTuple):
    """How everybody stands, and the performance ratings of those who have one."""

    rows: tuple[StandingsRow, ...]
    performances: Mapping[int, int | None]


def order_of(event: Event, criteria: Sequence[str]) -> ComputedOrder:
    """Return the order of an event, as it was computed before or computed now."""
    if len(event.results) < MIN_RESULTS:
        return _compute_order(event, criteria)
    key = f"table:{digest(event, criteria)}"
    found: ComputedOrder | None = cache.get(key)
    if found is None:
        found = _compute_order(event, criteria)
        cache.set(key, found, A_DAY)
    return found


def digest(event: Event, criteria: Sequence[str]) -> str:
    """Return a digest of everything in an event that a table could depend on."""
    whole = (OF_EVENT(event), [OF_RESULT(each) for each in event.results], tuple(criteria))
    return blake2b(repr(whole).encode(), key=_code(), digest_size=20).hexdigest()


@once
def _code() -> bytes:
    """Return a digest of the code that computes tables."""
    files = sorted(Path(package.__file__).parent.glob("*.py"))
    return blake2b(b"".join(each.read_bytes() for each in files), digest_size=20).digest()


def _compute_order(event: Event, criteria: Sequence[str]) -> ComputedOrder:
    made = {who: tally.performance for who, tally in tallies(event).items()}
    return ComputedOrder(standings(event, criteria), made)
