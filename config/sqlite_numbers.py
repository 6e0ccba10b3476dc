"""Integers beyond 64 bits, which SQLite refuses where PostgreSQL finds no row.

URLs and forms can contain any number. In queries such a number becomes an infinite float: equal to
no id, and greater or smaller than all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

MAX_INTEGER = 2**63 - 1
CLAMPED_STATEMENTS = ("SELECT", "DELETE")  # values that are written are not changed


def install() -> None:
    connection_created.connect(_add_wrapper, dispatch_uid="numbers")


def _add_wrapper(connection: BaseDatabaseWrapper, **_: object) -> None:
    wrappers = connection.execute_wrappers
    if connection.vendor == "sqlite" and _execute_bounded not in wrappers:
        # Not at the end: a context manager removes its own wrapper from there.
        wrappers.insert(0, _execute_bounded)


def _execute_bounded(
    execute: Callable[..., object], sql: str, params: object, many: bool, context: object
) -> object:
    if isinstance(params, tuple | list) and sql.startswith(CLAMPED_STATEMENTS):
        params = [_clamp(each) for each in params]
    return execute(sql, params, many, context)


def _clamp(value: object) -> object:
    if not isinstance(value, int) or -MAX_INTEGER <= value <= MAX_INTEGER:
        return value
    return inf if value > 0 else -inf
