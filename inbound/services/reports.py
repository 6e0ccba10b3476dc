"""The result of a message for programs and mail servers."""

from __future__ import annotations

from dataclasses import dataclass

from inbound.models import InboundMessage


@dataclass(frozen=True, slots=True)
class Report:
    """Outcome, executed commands in canonical spelling, error code, and kind of the reply."""

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


def make_report(row: InboundMessage) -> Report:
    return Report(
        outcome=row.outcome or "ignored",
        commands=tuple(row.commands),
        code=row.code or None,
        answer=row.answer.kind if row.answer else None,
    )
