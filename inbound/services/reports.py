"""The result of a message for programs and mail servers."""

from __future__ import annotations

from dataclasses import dataclass

from inbound.models import InboundMessage


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome, what was done in canonical spelling, the reason, and the kind of the answer."""

    outcome: str
    commands: tuple[str, ...] = ()
    code: str | None = None
    answer: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return what `manage.py receive_mail --json` prints."""
        return {
            "outcome": self.outcome,
            "commands": list(self.commands),
            "code": self.code,
            "answer": self.answer,
        }


def report_of(row: InboundMessage) -> Report:
    """Return the result of a stored message."""
    return Report(
        outcome=row.outcome or "ignored",
        commands=tuple(row.commands),
        code=row.code or None,
        answer=row.answer.kind if row.answer else None,
    )
