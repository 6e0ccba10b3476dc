"""The refusal that every service may raise; pages and the API put it into words."""

from __future__ import annotations

from datetime import date

from django.db import InterfaceError, OperationalError

from games.rules.base import safe_param

GAVE_WAY = ("DeadlockDetected", "SerializationFailure", "LockNotAvailable")
SENT = frozenset({"name", "key", "text", "value", "move", "day"})  # what somebody wrote
RETRY_SECONDS = 10  # what somebody is told to wait while the database is away
AWAY_STATES = ("08", "57P", "53300")  # connection lost, server going or coming, no connection left
AWAY_WORDS = ("unable to open database file", "disk i/o error", "database or disk is full")


class Refused(Exception):
    """A service refused: ``code`` names why, ``params`` fill the sentence (``services.wording``).

    Nothing has changed when this is raised, unless the code is ``time_over``: then the flag has
    fallen and the match is settled.
    """

    def __init__(self, code: str, **params: object) -> None:
        """Keep code and parameters; of what somebody wrote as much as an error repeats."""
        super().__init__(code)
        self.code = code
        self.params = {
            name: safe_param(value) if name in SENT and not isinstance(value, date) else value
            for name, value in params.items()
        }

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


def is_deadlock(error: BaseException) -> bool:
    """Whether the database ended this transaction because another one held what it needed.

    Everything of it is undone, so that it can be tried again.
    """
    if not isinstance(error, OperationalError):
        return False
    return type(error.__cause__).__name__ in GAVE_WAY or "database is locked" in str(error)


def is_database_down(error: object) -> bool:
    """Whether the database could not be reached or went away, so that a later attempt may work."""
    if not isinstance(error, OperationalError | InterfaceError) or is_deadlock(error):
        return False
    if hasattr(error.__cause__, "sqlstate"):  # PostgreSQL; there is none where nobody answered
        state: str | None = getattr(error.__cause__, "sqlstate", None)
        return state is None or state.startswith(AWAY_STATES)
    return any(words in str(error).lower() for words in AWAY_WORDS)
