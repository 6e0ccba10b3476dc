"""The refusal that services raise, and the kinds of database errors."""

from __future__ import annotations

from datetime import date

from django.db import InterfaceError, OperationalError

from games.rules.base import safe_param

DEADLOCK_ERRORS = ("DeadlockDetected", "SerializationFailure", "LockNotAvailable")
USER_INPUT_PARAMS = frozenset(
    {"name", "key", "text", "value", "move", "day"}
)  # may hold user input
RETRY_SECONDS = 10  # sent as Retry-After while the database is down
DISCONNECT_SQLSTATES = (
    "08",
    "57P",
    "53300",
)  # no connection, server going or coming, too many connections
UNAVAILABLE_MESSAGES = (
    "unable to open database file",
    "disk i/o error",
    "database or disk is full",
)


class Refused(Exception):
    """Raised by a service that refuses: ``code`` is the reason, ``params`` fill its sentence.

    Nothing has changed when this is raised, except for ``time_over`` and ``turn_gone``: then the
    flag has fallen and is settled.
    """

    def __init__(self, code: str, **params: object) -> None:
        """Store code and params; what a user wrote is shortened."""
        super().__init__(code)
        self.code = code
        self.params = {
            name: safe_param(value)
            if name in USER_INPUT_PARAMS and not isinstance(value, date)
            else value
            for name, value in params.items()
        }

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


def is_deadlock(error: BaseException) -> bool:
    """Whether the transaction was rolled back because of a conflict, so that it can be retried."""
    if not isinstance(error, OperationalError):
        return False
    return type(error.__cause__).__name__ in DEADLOCK_ERRORS or "database is locked" in str(error)


def is_database_down(error: object) -> bool:
    """Whether the database could not be reached, so that a later attempt may succeed."""
    if not isinstance(error, OperationalError | InterfaceError) or is_deadlock(error):
        return False
    if hasattr(error.__cause__, "sqlstate"):  # PostgreSQL; None if the server did not answer
        state: str | None = getattr(error.__cause__, "sqlstate", None)
        return state is None or state.startswith(DISCONNECT_SQLSTATES)
    return any(words in str(error).lower() for words in UNAVAILABLE_MESSAGES)
