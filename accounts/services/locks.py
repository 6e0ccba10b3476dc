"""Advisory locks and read-only snapshots."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


def lock_name(name: str, *, together: bool = False) -> None:
    """Take an advisory lock on a name until the transaction ends, exclusive or shared.

    Does nothing on SQLite, which has one writing transaction at a time.
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
    """Read the database as of one instant, read-only, while others go on writing.

    Inside a transaction, and on SQLite, every read sees the current state.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
