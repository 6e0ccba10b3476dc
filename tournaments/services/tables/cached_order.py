"""Cached standings, keyed by everything they are computed from.

The key is a digest of the event (entrants, results, points), the tie-breaks and the code. A result,
ruling, withdrawal or preview thus has another key; nothing needs invalidating.
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

MIN_RESULTS = 60  # below this, computing is as fast as a cache lookup
CACHE_SECONDS = 86_400
EVENT_VALUES = attrgetter(*(each.name for each in fields(Event) if each.name != "results"))
RESULT_VALUES = attrgetter(*(each.name for each in fields(Result)))


class ComputedStandings(NamedTuple):
    """The standings, and the performance ratings of those who have one."""

    rows: tuple[StandingsRow, ...]
    performances: Mapping[int, int | None]


def standings_of(event: Event, criteria: Sequence[str]) -> ComputedStandings:
    """Return the standings of an event, cached or computed."""
    if len(event.results) < MIN_RESULTS:
        return _compute_order(event, criteria)
    key = f"table:{digest(event, criteria)}"
    found: ComputedStandings | None = cache.get(key)
    if found is None:
        found = _compute_order(event, criteria)
        cache.set(key, found, CACHE_SECONDS)
    return found


def digest(event: Event, criteria: Sequence[str]) -> str:
    """Return a digest of everything in an event that standings could depend on."""
    whole = (EVENT_VALUES(event), [RESULT_VALUES(each) for each in event.results], tuple(criteria))
    return blake2b(repr(whole).encode(), key=_code_digest(), digest_size=20).hexdigest()


@once
def _code_digest() -> bytes:
    """Return a digest of the code that computes standings."""
    files = sorted(Path(package.__file__).parent.glob("*.py"))
    return blake2b(b"".join(each.read_bytes() for each in files), digest_size=20).digest()


def _compute_order(event: Event, criteria: Sequence[str]) -> ComputedStandings:
    made = {who: tally.performance for who, tally in tallies(event).items()}
    return ComputedStandings(standings(event, criteria), made)
