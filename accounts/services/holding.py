"""Locks on what is no row of a table."""

from __future__ import annotations

import hashlib

from django.db import connection


def hold(name: str, *, together: bool = False) -> None:
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
