from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class ChangeCell(NamedTuple):
    """A text, or an instant that the template shows in the reader's time zone."""

    text: Any = ""
    at: datetime | None = None


@dataclass(frozen=True)
class ChangeRow:
    """One changed fact."""

    what: str
    before: ChangeCell
    after: ChangeCell


def value_cell(value: Any) -> ChangeCell:
    """Return a value as a cell, None as a dash."""
    return ChangeCell("–" if value is None else value)


def instant_cell(text: str | None) -> ChangeCell:
    """Return an ISO instant as a cell, None as a dash."""
    return ChangeCell(at=datetime.fromisoformat(text)) if text else ChangeCell("–")
