"""Common parts of all acts: the context, and cleaning of the input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from accounts.models import Player
from accounts.queries import player_named
from games.models import Seat
from games.rules.base import JSON, JSONObject
from games.services.errors import Refused
from games.services.interventions.base import Change
from games.services.match.loaded import LoadedMatch
from tournaments.models import Tournament
from tournaments.referees.models import Ruling


@dataclass
class RulingContext:
    """One act being carried out: its match, the person it is about, its referee, its time."""

    loaded: LoadedMatch | None
    player: Player | None
    by: Player
    now: datetime
    params: JSONObject
    effects: JSONObject = field(default_factory=dict)
    tournament: Tournament | None = None  # to which it belongs
    decides: int | None = None  # the case that it decides; None for an interim order
    told: list[Player] = field(default_factory=list)  # whom it concerns besides
    orders: list[tuple[str, int, JSONObject]] = field(default_factory=list)  # acts at tables

    @property
    def at(self) -> LoadedMatch:
        """The match; an act that needs one is never carried out without it."""
        if self.loaded is None:
            raise Refused("act_needs_match")
        return self.loaded

    @property
    def change(self) -> Change:
        """The change of the match, which notes its effects here."""
        return Change(self.at, self.now, self.effects)


class Act(Protocol):
    """One kind of order."""

    name: str
    about: str  # "match", "player", "case" or "event"

    def read(self, context: RulingContext, given: Mapping[str, JSON]) -> JSONObject:
        """Return the cleaned input as JSON, or refuse ``bad_param``."""

    def apply(self, context: RulingContext) -> None:
        """Carry it out; note in ``context.effects`` what undoing and recomputing need."""

    def undo(self, context: RulingContext, ruling: Ruling) -> None:
        """Take back what a ruling did, as the next ruling."""


@runtime_checkable
class Finishing(Protocol):
    """An act that has something left to do when what it ordered at tables is done."""

    def after(self, context: RulingContext) -> None:
        """Do the rest."""


def whole_number(given: Mapping[str, JSON], name: str, least: int, most: int) -> int:
    """Read a whole number, or refuse."""
    value = given.get(name)
    try:
        number = int(str(value))
    except ValueError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        raise Refused("bad_param", name=name, allowed=f"{least}–{most}")
    return number


def seat_of(context: RulingContext, given: Mapping[str, JSON], name: str = "seat") -> Seat:
    """Read the number of a seat in the match."""
    return context.at.seats[whole_number(given, name, 0, len(context.at.seats) - 1)]


def parse_player(given: Mapping[str, JSON], name: str = "substitute") -> Player:
    """Read the name of a player, or refuse."""
    words = str(given.get(name) or "").strip()
    found = player_named(words) if words else None
    if found is None:
        raise Refused("no_player_called", name=words or "?")
    return found
