"""One line of a preview: what changes, before, after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """One value: words, or an instant that the page writes in the reader's zone."""

    text: Any = ""
    at: datetime | None = None


@dataclass(frozen=True)
class Row:
    """One fact: what, before, after."""

    what: str
    before: Cell
    after: Cell


def or_dash(value: Any) -> Cell:
    """Return a value, a dash where there is none."""
    return Cell("–" if value is None else value)


def moment(text: str | None) -> Cell:
    """Read an instant, a dash where there is none."""
    return Cell(at=datetime.fromisoformat(text)) if text else Cell("–")
