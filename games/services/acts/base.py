"""What every act has in common: the docket it works on, and reading what the referee wrote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from accounts.models import Player
from games.models import Match, Ruling, Seat
from games.services.errors import Refused
from games.services.table import MATCH_FIELDS, SEAT_FIELDS, Table

Snapshot = dict[str, Any]


@dataclass
class Docket:
    """One act being carried out: on which table, about whom, by whom, as of when."""

    table: Table | None
    player: Player | None
    by: Player
    now: datetime
    params: dict[str, Any]
    effects: dict[str, Any] = field(default_factory=dict)
    event: str = ""  # the address of the event it belongs to
    decides: int | None = None  # the case that it decides; None for an interim order
    told: list[Player] = field(default_factory=list)  # whom it concerns besides
    orders: list[tuple[str, int, dict[str, Any]]] = field(default_factory=list)  # acts at tables

    @property
    def at(self) -> Table:
        """The table; an act that needs one is never carried out without."""
        if self.table is None:
            raise Refused("act_needs_match")
        return self.table


class Act(Protocol):
    """One kind of order."""

    name: str
    about: str  # "match", "player", "case" or "event"

    def read(self, docket: Docket, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return what was written as plain JSON, checked, or refuse ``bad_param``."""

    def apply(self, docket: Docket) -> None:
        """Do it, and note in ``docket.effects`` what is needed to undo and to refold it."""

    def undo(self, docket: Docket, ruling: Ruling) -> None:
        """Take back what a ruling did, as the next ruling."""


@runtime_checkable
class Finishing(Protocol):
    """An act that has something left to do when what it ordered at tables is done."""

    def after(self, docket: Docket) -> None:
        """Do the rest."""


def whole(given: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """Read a whole number, or refuse."""
    value = given.get(name)
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        raise Refused("bad_param", name=name, allowed=f"{least}–{most}")
    return number


def seat_of(docket: Docket, given: Mapping[str, Any], name: str = "seat") -> Seat:
    """Read the number of a seat at the table."""
    return docket.at.seats[whole(given, name, 0, len(docket.at.seats) - 1)]


def _plain(value: Any) -> Any:
    """Write instants as text."""
    return value.isoformat() if isinstance(value, datetime) else value


def snapshot(table: Table) -> Snapshot:
    """Return the columns of match and seats as plain JSON; the state follows from the plies."""
    match = {name: _plain(getattr(table.match, name)) for name in MATCH_FIELDS if name != "state"}
    seats = [{name: _plain(getattr(seat, name)) for name in SEAT_FIELDS} for seat in table.seats]
    return {"match": match, "seats": seats}


def put_back(row: Match | Seat, stored: Mapping[str, Any], names: tuple[str, ...]) -> None:
    """Set columns of a row to what a snapshot holds."""
    for name in names:
        if name in stored:
            column: Any = row._meta.get_field(name)  # noqa: SLF001 (Django's documented door)
            setattr(row, name, column.to_python(stored[name]))
