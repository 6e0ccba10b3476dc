"""Empties the database after tests that commit, far quicker than Django does.

Django truncates every table and then lets ``post_migrate`` write content types and permissions
again. Here rows are deleted from those tables alone that have any, and what ``post_migrate`` writes
stays as long as nobody has touched it.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

from django.db import connections, transaction
from django.test import TransactionTestCase

from tests.patience import until

ANSWERING = "process_request_thread"  # in the names of a live server's threads
OTHERS = """FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend' AND state <> 'idle'"""

flush = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]
always: dict[str, dict[str, str]] = {}  # by database: the tables that a flush fills, their digests
tables: dict[str, list[str]] = {}
given_up: weakref.WeakSet[threading.Thread] = weakref.WeakSet()  # requests that never ended


def install() -> None:
    """Clear quickly from now on."""
    TransactionTestCase._fixture_teardown = _teardown  # type: ignore[attr-defined]


def _teardown(case: Any) -> None:
    """Clear what a test has left in its databases; as Django does where that is not possible."""
    names = case._databases_names(include_mirrors=False)
    for name in names:
        if connections[name].vendor == "postgresql":
            settle(name)
    if not all(connections[name].vendor == "postgresql" and cleared(name) for name in names):
        flush(case)
        for name in names:
            if connections[name].vendor == "postgresql":
                tables[name] = connections[name].introspection.django_table_names(
                    only_existing=True, include_views=False
                )
                always[name] = {each: _digest(name, each) for each in _filled(name)}


def cleared(name: str) -> bool:
    """Empty a database but for what is always there; False if that is unknown or was changed."""
    if name not in always:
        return False
    filled = set(_filled(name))
    known = always[name]
    if not known.keys() <= filled or any(_digest(name, each) != known[each] for each in known):
        return False
    left = sorted(filled - known.keys())
    if left:
        connection = connections[name]
        with transaction.atomic(using=name), connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")  # no foreign keys
            for each in left:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(each)}")
    return True


def settle(name: str) -> None:
    """Let requests that a live server still answers end first; break off what will not end.

    A browser that is closed leaves its last requests running: their rows would come after the
    clearing, or meet it in a deadlock. One that hangs is waited for once, not after every test.
    """
    try:
        until(lambda: is_quiet(name), "all others have ended")
    except AssertionError:
        given_up.update(each for each in threading.enumerate() if ANSWERING in each.name)
        with connections[name].cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid, 2000) {OTHERS}")


def is_quiet(name: str) -> bool:
    """Tell whether no request is being answered and nobody else uses the database."""
    if any(ANSWERING in each.name for each in threading.enumerate() if each not in given_up):
        return False
    with connections[name].cursor() as cursor:
        cursor.execute(f"SELECT count(*) {OTHERS}")
        return not cursor.fetchone()[0]


def _filled(name: str) -> list[str]:
    """Return the tables that have rows."""
    quote = connections[name].ops.quote_name
    parts = (f"SELECT '{each}' WHERE EXISTS (SELECT FROM {quote(each)})" for each in tables[name])
    with connections[name].cursor() as cursor:
        cursor.execute(" UNION ALL ".join(parts))
        return [row[0] for row in cursor.fetchall()]


def _digest(name: str, table: str) -> str:
    """Return a digest of all rows of a table."""
    quoted = connections[name].ops.quote_name(table)
    with connections[name].cursor() as cursor:
        cursor.execute(f"SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM {quoted} t")
        return str(cursor.fetchone()[0])
