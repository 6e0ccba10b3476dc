"""Fast updates of a few columns, for hot paths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db import connection, models


def update_columns(rows: Sequence[models.Model], columns: tuple[str, ...]) -> None:
    """Save these fields of several rows of a model with one statement, run once per row.

    Like ``bulk_update``, without building the statement on every call.
    """
    if not rows:
        return
    sql, fields = _statement(type(rows[0]), columns, connection.vendor)
    values = [
        [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        + [row.pk]
        for row in rows
    ]
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


@lru_cache(maxsize=64)
def _statement(
    model: type[models.Model], columns: tuple[str, ...], _vendor: str
) -> tuple[str, tuple[models.Field[object, object], ...]]:
    """Return the UPDATE statement and its fields in order."""
    options: Any = model._meta  # noqa: SLF001 (Django's own documented access to fields)
    fields = tuple(options.get_field(name) for name in columns)
    quote = connection.ops.quote_name
    assignments = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    table, key = quote(options.db_table), quote(options.pk.column)
    return f"UPDATE {table} SET {assignments} WHERE {key} = %s", fields  # noqa: S608 (own names)
