"""Locks on what is no row of a table, and views in which nothing moves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


def lock_name(name: str, *, together: bool = False) -> None:
    """Wait for a name and hold it until the transaction ends, alone or with all who share it.

    SQLite writes one transaction at a time, so there is nothing to hold.
    """
    if connection.vendor != "postgresql":
        return
    digest = hashlib.sha256(name.encode()).digest()
    lock = int.from_bytes(digest[:8], "big", signed=True)
    function = "pg_advisory_xact_lock_shared" if together else "pg_advisory_xact_lock"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [lock])


@contextmanager
def repeatable_read() -> Iterator[None]:
    """See the database as of one instant while others go on writing, and change nothing.

    Within a transaction, and on SQLite, everything is seen as it is when it is read.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
