"""Refusals of the tournament core: a stable code and the plain values its sentence needs."""

from __future__ import annotations

from collections.abc import Mapping


class TournamentError(ValueError):
    """Pairing, counting or reading has failed; pages and the API turn the code into a sentence."""

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
    """A plan that cannot be played: ``code`` is the reason, ``field`` where it belongs."""

    def __init__(self, field: str, reason: str, /, **params: object) -> None:
        super().__init__(reason, **params)
        self.field = field
