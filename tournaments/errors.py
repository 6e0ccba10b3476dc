"""Errors of the tournament core: a stable code and the values for its message."""

from __future__ import annotations

from collections.abc import Mapping


class TournamentError(ValueError):
    """An error in pairing, scoring or reading; pages and the API turn its code into a sentence."""

    def __init__(self, code: str, /, **params: object) -> None:
        """``str()`` shows the code and its params, for logs and tests."""
        self.code = code
        self.params: Mapping[str, object] = params
        named = ", ".join(f"{name}={value!r}" for name, value in params.items())
        super().__init__(f"{code}({named})")


class TimeLimitExceeded(BaseException):
    """The caller's time limit has been exceeded.

    Not an `Exception`, so that neither our code nor a library swallows it.
    """


class PlanError(TournamentError):
    """A plan that cannot be played: ``code`` is the reason, ``field`` its form field."""

    def __init__(self, field: str, reason: str, /, **params: object) -> None:
        super().__init__(reason, **params)
        self.field = field
