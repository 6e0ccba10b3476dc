"""One line of a preview: what changes, before, after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class ChangeCell(NamedTuple):
    """One value: words, or an instant that the page writes in the reader's zone."""

    text: Any = ""
    at: datetime | None = None


@dataclass(frozen=True)
class ChangeRow:
    """One fact: what, before, after."""

    what: str
    before: ChangeCell
    after: ChangeCell


def or_dash(value: Any) -> ChangeCell:
    """Return a value, a dash where there is none."""
    return ChangeCell("–" if value is None else value)


def moment(text: str | None) -> ChangeCell:
    """Read an instant, a dash where there is none."""
    return ChangeCell(at=datetime.fromisoformat(text)) if text else ChangeCell("–")
