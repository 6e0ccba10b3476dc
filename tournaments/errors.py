"""Refusals of the tournament core: a stable code and the plain values its sentence needs."""

from __future__ import annotations

from collections.abc import Mapping


class TournamentError(ValueError):
    """What cannot be paired, counted or read; pages and the API turn the code into a sentence."""

    def __init__(self, code: str, /, **params: object) -> None:
        """Keep the code and its params; `str()` shows both for logs and tests."""
        self.code = code
        self.params: Mapping[str, object] = params
        named = ", ".join(f"{name}={value!r}" for name, value in params.items())
        super().__init__(f"{code}({named})")


class OutOfTime(BaseException):
    """The time that a caller gives is over.

    Not an `Exception`, so that neither our code nor a library catches it as an error of its own.
    """


class BadPlan(TournamentError):
    """What an organiser asks for cannot be played: ``field`` is at fault, ``code`` says why."""

    def __init__(self, field: str, reason: str, /, **params: object) -> None:
        """Keep field and reason with what the sentence needs."""
        super().__init__(reason, **params)
        self.field = field
