"""How large the tables of the database are, and how fast they grow; on PostgreSQL only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from django.core.cache import cache
from django.db import connection

COMPARED = timedelta(days=30)
KEPT_SECONDS = 40 * 24 * 60 * 60
SIZES = (
    "SELECT relname, greatest(reltuples, 0)::bigint, pg_table_size(oid), pg_indexes_size(oid) "
    "FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)


@dataclass(frozen=True, slots=True)
class TableSize:
    """A table: about how many rows, its bytes, those of its indexes, by how much both grew."""

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
    """All tables, the largest first, and since when growth is known."""

    tables: list[TableSize]
    since: date | None

    @property
    def total(self) -> int:
        """The bytes of all tables and indexes."""
        return sum(each.total for each in self.tables)

    @property
    def grown(self) -> int | None:
        """By how many bytes all of them grew."""
        return None if self.since is None else sum(each.grown or 0 for each in self.tables)


def is_supported() -> bool:
    """Whether this database reports the size of its tables."""
    return connection.vendor == "postgresql"


def measure_tables(today: date) -> Sizes:
    """Measure every table and compare it with a month ago, or the first day known since."""
    days = [today - timedelta(days=back) for back in range(COMPARED.days, 0, -1)]
    noted = cache.get_many([_key(day) for day in days])
    since = next((day for day in days if _key(day) in noted), None)
    before = noted[_key(since)] if since else {}
    tables = [
        TableSize(
            name, rows, size, indexes, size + indexes - before.get(name, 0) if since else None
        )
        for name, rows, size, indexes in _ask()
    ]
    return Sizes(sorted(tables, key=lambda each: -each.total), since)


def totals(today: date, count: int) -> list[int]:
    """Return the bytes of all tables and indexes by day, today's as they are; 0 if not noted."""
    days = [today - timedelta(days=back) for back in range(count - 1, 0, -1)]
    noted = cache.get_many([_key(day) for day in days])
    before = [sum(noted.get(_key(day), {}).values()) for day in days]
    return [*before, measure_tables(today).total]


def record_sizes(today: date) -> bool:
    """Remember what the tables take today, once a day; losing it only loses the growth."""
    if not is_supported() or not cache.add(_key(today), {}, KEPT_SECONDS):
        return False
    sizes = {name: size + indexes for name, _rows, size, indexes in _ask()}
    cache.set(_key(today), sizes, KEPT_SECONDS)
    return True


def _key(day: date) -> str:
    return f"table-sizes:{day.isoformat()}"


def _ask() -> list[tuple[str, int, int, int]]:
    """Ask the database; row counts are its own estimate."""
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        return list(cursor.fetchall())
