"""Several things at the same moment: real threads, each with a connection of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

from tests.patience import PATIENCE


def at_once(verbs: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run all verbs from the same moment; return what each returned or raised, in their order."""
    gate = Barrier(len(verbs), timeout=PATIENCE)

    def run(verb: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            gate.wait()
            return verb()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(verbs)) as pool:
        return list(pool.map(run, verbs))


def no_error(answers: list[Any]) -> None:
    """Fail with all answers that are exceptions."""
    assert [each for each in answers if isinstance(each, Exception)] == []


def waits_for_a_lock() -> bool:
    """Return whether anybody in this database waits for what somebody else holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
