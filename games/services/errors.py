"""The one named refusal that every verb may raise; the doors put it into the reader's language."""

from __future__ import annotations

from typing import Any


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
