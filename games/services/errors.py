"""The one named refusal that every verb may raise; the doors put it into the reader's language."""

from __future__ import annotations

from typing import Any

from django.db import OperationalError

GAVE_WAY = ("DeadlockDetected", "SerializationFailure", "LockNotAvailable")


class Refused(Exception):
    """A verb declined: ``code`` names why, ``params`` fill the sentence (``services.wording``).

    Nothing has changed when this is raised, unless the code is ``time_over``: then the flag has
    fallen and the match is settled.
    """

    def __init__(self, code: str, **params: Any) -> None:
        """Keep code and parameters."""
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        """Show the code with its parameters, for logs."""
        return f"{self.code} {self.params}" if self.params else self.code


def gave_way(error: BaseException) -> bool:
    """Whether the database ended this transaction because another one held what it needed.

    Everything of it is undone, so that it can be tried again.
    """
    if not isinstance(error, OperationalError):
        return False
    return type(error.__cause__).__name__ in GAVE_WAY or "database is locked" in str(error)
