"""Sizes of the database's tables, and their growth (PostgreSQL only)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.core.cache import cache
from django.db import connection

COMPARISON_PERIOD = timedelta(days=30)
CACHE_SECONDS = 40 * 24 * 60 * 60
SIZES_SQL = (
    "SELECT relname, greatest(reltuples, 0)::bigint, pg_table_size(oid), pg_indexes_size(oid) "
    "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table: estimated rows, bytes, bytes of its indexes, and growth of both."""

    name: str
    rows: int
    bytes: int
    index_bytes: int
    grown: int | None

    @property
    def total(self) -> int:
        return self.bytes + self.index_bytes


@dataclass(frozen=True, slots=True)
class Sizes:
    """All tables, largest first, and the day from which growth is measured."""

    tables: list[TableSize]
    since: date | None

    @property
    def total(self) -> int:
        return sum(each.total for each in self.tables)

    @property
    def grown(self) -> int | None:
        return None if self.since is None else sum(each.grown or 0 for each in self.tables)


def is_supported() -> bool:
    """Whether this database reports the sizes of its tables."""
    return connection.vendor == "postgresql"


def measure_tables(today: date) -> Sizes:
    """Measure every table, compared with a month ago or the first day known since then."""
    days = [today - timedelta(days=back) for back in range(COMPARISON_PERIOD.days, 0, -1)]
    noted = cache.get_many([_cache_key(day) for day in days])
    since = next((day for day in days if _cache_key(day) in noted), None)
    before = noted[_cache_key(since)] if since else {}
    tables = [
        TableSize(
            name, rows, size, indexes, size + indexes - before.get(name, 0) if since else None
        )
        for name, rows, size, indexes in _query_sizes()
    ]
    return Sizes(sorted(tables, key=lambda each: -each.total), since)


def totals_by_day(today: date, count: int) -> list[int]:
    """Return the total bytes by day, today's measured now; 0 for days not recorded."""
    days = [today - timedelta(days=back) for back in range(count - 1, 0, -1)]
    noted = cache.get_many([_cache_key(day) for day in days])
    before = [sum(noted.get(_cache_key(day), {}).values()) for day in days]
    return [*before, measure_tables(today).total]


def record_sizes(today: date) -> bool:
    """Store today's sizes, once a day; losing them only loses the growth."""
    if not is_supported() or not cache.add(_cache_key(today), {}, CACHE_SECONDS):
        return False
    sizes = {name: size + indexes for name, _rows, size, indexes in _query_sizes()}
    cache.set(_cache_key(today), sizes, CACHE_SECONDS)
    return True


def _cache_key(day: date) -> str:
    return f"table-sizes:{day.isoformat()}"


def _query_sizes() -> list[tuple[str, int, int, int]]:
    """Query the database; the numbers of rows are its estimates."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES_SQL)
        return list(cursor.fetchall())
